package io.yici.example.fulfilment.app;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Prints where the service listens, once it does. */
@Component
class Address {
    @EventListener
    void print(ApplicationReadyEvent ready) {
        Environment environment = ready.getApplicationContext().getEnvironment();
        System.out.println("Yici fulfilment: http://127.0.0.1:" + environment.getProperty("local.server.port"));
        System.out.println("Sign in as alice, bob or operator with password demo; Ctrl-C stops the service.");
    }
}
