package io.yici.example.fulfilment;

import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHandler;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.spring.SpringYici;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fulfilment on an application's data source, Yici and Jackson: two inboxes for the messages from {@link #TOPIC}, to be
 * fed by whatever delivers them, and an API for buyers and operators. Each message takes effect once for each of the
 * two groups, those about one order in their order.
 */
@Configuration(proxyBeanMethods = false)
@Import({FulfilmentController.class, ParkedController.class})
public class FulfilmentConfiguration {
    /** The destination, topic or exchange that the order service publishes to. */
    public static final String TOPIC = "orders";

    @Bean
    Shipments shipments(JdbcClient jdbc, DataSource dataSource, PlatformTransactionManager transactions)
            throws SQLException {
        FulfilmentTables.create(dataSource, transactions);
        return new Shipments(jdbc);
    }

    @Bean
    @DependsOn("shipments")
    Points points(JdbcClient jdbc) {
        return new Points(jdbc);
    }

    @Bean
    FollowUps followUps(Shipments shipments, Points points) {
        return new FollowUps(shipments, points);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    Inbox shippingInbox(SpringYici yici, Shipments shipments, JsonMapper json) {
        return yici.inbox(subscription("shipment.create", "shipping", new Shipping(shipments, json)));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    Inbox pointsInbox(SpringYici yici, Points points, JsonMapper json) {
        return yici.inbox(subscription("points.book", "points", new PointsBooking(points, json)));
    }

    /** The key is the id of the message at its sender: the same when it is sent again, whatever the broker calls it. */
    private static Subscription subscription(String operation, String group, MessageHandler handler) {
        return Subscription.named(operation)
                .group(group)
                .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                .handledBy(handler)
                .ignoring(FulfilmentConfiguration::isOfOtherType)
                .tries(3)
                .retryAfter(Duration.ofMillis(200), Duration.ofSeconds(2));
    }

    /** The order service may tell of more than matters here. */
    private static boolean isOfOtherType(Received message) {
        String type = message.header(OrderEvent.TYPE_HEADER);
        return type != null && !type.equals(OrderEvent.PLACED) && !type.equals(OrderEvent.CANCELLED);
    }
}
