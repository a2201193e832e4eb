package io.yici.spring.rabbitmq;

import io.yici.spring.service.Redelivery;
import java.util.concurrent.ThreadLocalRandom;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;

/**
 * The outermost advice around a guarded listener. A message that another delivery is handling, or whose database is
 * away, goes back to the queue after a pause; one that no delivery can help is rejected, to the queue's dead-letter
 * exchange; every other failure is left to the container. The advice of the application in between, retries for
 * instance, sees no failure in the first case.
 */
final class GuardedDelivery implements MethodInterceptor {
    /** The pause keeps the consumer's thread, so that nothing turns in a hot loop. */
    private static final long PAUSE_MILLIS = 500;

    private final RabbitQueue queue;

    @SuppressWarnings("ThreadLocalUsage") // one for each container, with its life
    private final ThreadLocal<@Nullable Throwable> postponed = new ThreadLocal<>();

    GuardedDelivery(RabbitQueue queue) {
        this.queue = queue;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation delivery) throws Throwable {
        queue.enter(queueOf(delivery.getArguments()));
        try {
            Object result = delivery.proceed();
            Throwable later = postponed.get();
            if (later != null) {
                throw requeuedAfterPause(later);
            }
            return result;
        } catch (ImmediateRequeueAmqpException requeued) {
            throw requeued;
        } catch (Exception thrown) {
            throw Redelivery.after(thrown) == Redelivery.NEVER
                    ? new AmqpRejectAndDontRequeueException("No delivery can help this message", true, thrown)
                    : thrown;
        } finally {
            postponed.remove();
            queue.leave();
        }
    }

    /** The innermost advice, which hides a delivery that is only postponed from those in between. */
    MethodInterceptor innermost() {
        return this::postpone;
    }

    private @Nullable Object postpone(MethodInvocation delivery) throws Throwable {
        postponed.remove();
        try {
            return delivery.proceed();
        } catch (Exception thrown) {
            if (Redelivery.after(thrown) != Redelivery.LATER) {
                throw thrown;
            }
            postponed.set(thrown);
            return null;
        }
    }

    private static ImmediateRequeueAmqpException requeuedAfterPause(Throwable why) {
        try {
            Thread.sleep(PAUSE_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_MILLIS));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return new ImmediateRequeueAmqpException(
                "Delivered again later, since it is being handled elsewhere or cannot be" + " recorded now", why);
    }

    private static @Nullable String queueOf(@Nullable Object[] arguments) {
        return arguments.length > 1 && arguments[1] instanceof Message message
                ? message.getMessageProperties().getConsumerQueue()
                : null;
    }
}
