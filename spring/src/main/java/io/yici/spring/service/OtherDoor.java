package io.yici.spring.service;

import java.util.Map;

/** A door besides that of services, whose operations have settings and names too. */
@FunctionalInterface
public interface OtherDoor {
    /** What it guards: operation names, and what each stands on, for people. */
    Map<String, String> operations();
}
