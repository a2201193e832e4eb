package io.yici.example.orders;

import io.yici.example.orders.start.DatabaseCheck;
import io.yici.example.orders.start.RedisSetting;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The order service that {@code ./run} starts. */
@SpringBootApplication
public class OrderServiceApplication {
    /** Starts the service; arguments are Spring Boot's. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    /** The service as it is started everywhere, also by its tests. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(OrderServiceApplication.class);
        application.addInitializers(new DatabaseCheck(), new RedisSetting());
        return application;
    }
}
