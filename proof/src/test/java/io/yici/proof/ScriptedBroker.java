package io.yici.proof;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A broker in memory that notes what it was sent and what it took; a script says what it does with a message. */
final class ScriptedBroker implements MessageSender {
    /** Takes it. */
    static final SendResult TAKEN = new SendResult.Delivered();

    private final List<StoredMessage> sent = new CopyOnWriteArrayList<>();
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private volatile Function<StoredMessage, CompletionStage<SendResult>> script = message -> done(TAKEN);
    private volatile Duration timeout = Duration.ofSeconds(5);

    static CompletionStage<SendResult> done(SendResult result) {
        return CompletableFuture.completedFuture(result);
    }

    ScriptedBroker answering(Function<StoredMessage, SendResult> answers) {
        return doing(message -> done(answers.apply(message)));
    }

    ScriptedBroker doing(Function<StoredMessage, CompletionStage<SendResult>> does) {
        script = does;
        return this;
    }

    ScriptedBroker within(Duration time) {
        timeout = time;
        return this;
    }

    /** The ids of what was sent, in order, with repeats. */
    List<String> sent() {
        return sent.stream().map(StoredMessage::messageId).toList();
    }

    List<StoredMessage> messages() {
        return sent;
    }

    /** The ids of what was taken, in order, with repeats. */
    List<String> taken() {
        return taken;
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        sent.add(message);
        return script.apply(message).whenComplete((result, failure) -> {
            if (result instanceof SendResult.Delivered) {
                taken.add(message.messageId());
            }
        });
    }

    @Override
    public Duration deliveryTimeout() {
        return timeout;
    }
}
