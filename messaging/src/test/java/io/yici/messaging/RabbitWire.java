package io.yici.messaging;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.yici.inbox.Inbox;
import io.yici.messaging.rabbitmq.RabbitInbox;
import io.yici.messaging.rabbitmq.RabbitSender;
import io.yici.outbox.MessageSender;
import io.yici.test.MessageSenderContract.Arrival;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** RabbitMQ: a queue with a dead-letter exchange, and an exchange of its name that leads to it. */
record RabbitWire(String address) implements Wire {
    @Override
    public String place() throws Exception {
        String name = Wire.fresh("points");
        on(channel -> {
            channel.exchangeDeclare(name, "fanout", true);
            channel.exchangeDeclare(name + ".dlx", "fanout", true);
            channel.queueDeclare(name + ".dead", true, false, false, Map.of());
            channel.queueBind(name + ".dead", name + ".dlx", "");
            channel.queueDeclare(name, true, false, false, Map.of("x-dead-letter-exchange", name + ".dlx"));
            channel.queueBind(name, name, "");
        });
        return name;
    }

    @Override
    public MessageSender sender() throws Exception {
        return RabbitSender.with(factory());
    }

    @Override
    public RabbitInbox consume(String place, Inbox inbox) throws Exception {
        RabbitInbox started = RabbitInbox.with(factory(), inbox, place);
        started.start();
        return started;
    }

    @Override
    public String placeForAnotherGroup(String place) throws Exception {
        String another = Wire.fresh("points");
        on(channel -> {
            channel.queueDeclare(another, true, false, false, Map.of());
            channel.queueBind(another, place, "");
        });
        return another;
    }

    @Override
    public List<String> deadLetters(String place, String group) throws Exception {
        List<String> found = new ArrayList<>();
        on(channel -> {
            GetResponse dead = channel.basicGet(place + ".dead", false);
            if (dead != null && dead.getProps().getHeaders().containsKey("x-death")) {
                found.add(new String(dead.getBody(), StandardCharsets.UTF_8));
            }
        });
        return found;
    }

    @Override
    public List<Arrival> arrived(String place) throws Exception {
        List<Arrival> found = new ArrayList<>();
        on(channel -> {
            for (GetResponse each = channel.basicGet(place, true); each != null; each = channel.basicGet(place, true)) {
                Map<String, String> headers = new HashMap<>();
                each.getProps().getHeaders().forEach((name, value) -> headers.put(name, value.toString()));
                found.add(new Arrival(
                        each.getProps().getMessageId(),
                        headers.get("yici-ordering-key"),
                        each.getProps().getContentType(),
                        headers,
                        each.getBody()));
            }
        });
        return found;
    }

    ConnectionFactory factory() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(address);
        return factory;
    }

    interface Step {
        void on(Channel channel) throws Exception;
    }

    void on(Step step) throws Exception {
        try (Connection connection = factory().newConnection();
                Channel channel = connection.createChannel()) {
            step.on(channel);
        }
    }
}
