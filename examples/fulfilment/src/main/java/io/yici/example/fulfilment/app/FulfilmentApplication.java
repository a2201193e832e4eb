package io.yici.example.fulfilment.app;

import io.yici.example.fulfilment.FulfilmentConfiguration;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/** Fulfilment as a service of its own: its database, a broker that brings the orders' messages, and the API. */
@SpringBootApplication
@EnableConfigurationProperties(MessagesSettings.class)
@Import(FulfilmentConfiguration.class)
public class FulfilmentApplication {
    /** Starts the service; arguments are Spring Boot's. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    /** The service as it is started everywhere, also by its tests. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(FulfilmentApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "fulfilment"));
        application.addInitializers(new DataDirectory());
        application.addListeners(new StartFailure());
        return application;
    }
}
