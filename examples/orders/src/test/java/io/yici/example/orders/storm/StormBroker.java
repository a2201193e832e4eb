package io.yici.example.orders.storm;

import io.yici.brokers.KafkaBroker;
import io.yici.brokers.RabbitBroker;
import io.yici.brokers.RocketBroker;
import java.util.Optional;

/** A broker of the test's own, to be crashed. */
interface StormBroker extends AutoCloseable {
    /** Which ones there are, by the names of the services' setting. */
    enum Kind {
        KAFKA,
        RABBITMQ,
        ROCKETMQ;

        Optional<String> missing() {
            return this == RABBITMQ ? RabbitBroker.missing() : Optional.empty();
        }

        StormBroker start() {
            return switch (this) {
                case KAFKA -> of(KafkaBroker.start());
                case RABBITMQ -> of(RabbitBroker.start());
                case ROCKETMQ -> of(RocketBroker.start());
            };
        }
    }

    String address();

    void crash();

    void restart();

    @Override
    void close();

    private static StormBroker of(KafkaBroker kafka) {
        return made(kafka.bootstrapServers(), kafka::crash, kafka::restart, kafka::close);
    }

    private static StormBroker of(RabbitBroker rabbit) {
        return made(rabbit.amqpUrl(), rabbit::crash, rabbit::restart, rabbit::close);
    }

    private static StormBroker of(RocketBroker rocket) {
        return made(rocket.nameServer(), rocket::crash, rocket::restart, rocket::close);
    }

    private static StormBroker made(String address, Runnable crash, Runnable restart, Runnable close) {
        return new StormBroker() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public void crash() {
                crash.run();
            }

            @Override
            public void restart() {
                restart.run();
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }
}
