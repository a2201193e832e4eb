package io.yici.benchmarks;

import io.yici.outbox.Message;
import io.yici.outbox.MessageSender;
import io.yici.outbox.Outbox;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The relay of Yici, round after round on the calling thread; every message has an ordering key of its own. */
final class YiciDrain implements Drain {
    private static final byte[] BODY = HandWrittenOutbox.BODY.getBytes(StandardCharsets.UTF_8);

    private final Market market;
    private final Outbox outbox;
    private final Relay relay;

    YiciDrain(Market market) {
        this.market = market;
        this.outbox = market.yici.outbox();
        this.relay = outbox.relay(new Nothing(), RelaySettings.defaults().batch(HandWrittenOutbox.BATCH));
    }

    @Override
    public String name() {
        return "yici";
    }

    @Override
    public int turn() {
        return 64_000;
    }

    @Override
    public void fill(int messages) throws Exception {
        market.yici.once(Market.operation(Market.key()), "fill", String.class, connection -> {
            for (int index = 0; index < messages; index++) {
                String id = UUID.randomUUID().toString();
                outbox.publish(Message.to("orders", BODY).id(id).orderedBy("order-" + id));
            }
            return "filled";
        });
    }

    @Override
    public void empty() {
        int delivered = 0;
        while (delivered < turn()) {
            delivered += relay.runOnce().delivered();
        }
    }

    @Override
    public void close() {
        relay.close();
    }

    /** Says at once that it has sent. */
    private static final class Nothing implements MessageSender {
        @Override
        public CompletionStage<SendResult> send(StoredMessage message) {
            return CompletableFuture.completedFuture(new SendResult.Delivered());
        }

        @Override
        public Duration deliveryTimeout() {
            return Duration.ofSeconds(5);
        }
    }
}
