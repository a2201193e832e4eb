package io.yici.example.orders.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import io.yici.example.orders.Databases;
import io.yici.example.orders.RunningService;
import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;

/** The service on SQLite, a gate in it, a line to it that can be cut, and a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
abstract class InChromium {
    static final String ORDERS = "/api/orders";

    final Gate gate = new Gate();
    final Chromium chromium;
    final FreshDatabase database;
    final RunningService service;
    final FaultProxy line;
    private final List<Visitor> visitors = new ArrayList<>();

    InChromium(String... arguments) {
        this(Chromium.start(), arguments);
    }

    InChromium(Chromium chromium, String... arguments) {
        this.chromium = chromium;
        database = Databases.fresh(TestDatabase.SQLITE, getClass());
        service = RunningService.on(
                database,
                context -> context.registerBean("gate", FilterRegistrationBean.class, this::registered),
                arguments);
        line = FaultProxy.to("127.0.0.1", service.port());
    }

    private FilterRegistrationBean<Gate> registered() {
        FilterRegistrationBean<Gate> registration = new FilterRegistrationBean<>(gate);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** A secure context: a browser trusts its own machine. */
    final String origin() {
        return "http://127.0.0.1:" + line.port();
    }

    /** Plain HTTP from elsewhere, as far as the browser knows. */
    final String insecureOrigin() {
        return "http://shop.test:" + line.port();
    }

    final Visitor visitor() {
        return visitor(origin(), options -> options);
    }

    final Visitor visitor(String origin, UnaryOperator<NewContextOptions> options) {
        Visitor visitor = chromium.visitor(origin, options);
        visitors.add(visitor);
        return visitor;
    }

    /** The orders there are, counted in the table. */
    final int orders() {
        return number("SELECT COUNT(*) FROM orders");
    }

    final int number(String sql) {
        return Databases.number(database, sql);
    }

    @AfterEach
    final void leave() {
        visitors.forEach(Visitor::close);
        visitors.clear();
        gate.reset();
    }

    @AfterAll
    final void stop() {
        chromium.close();
        line.close();
        service.close();
        database.close();
    }
}
