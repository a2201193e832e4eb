package io.yici.spring.service;

import io.yici.spring.SpringYici;

/** Finds the records a declaration names. Thread-safe. */
public interface Stores {
    /**
     * The store of that bean name, or the only or primary one for the empty name.
     *
     * @throws IllegalArgumentException saying, as a sentence with its remedy, why there is none
     */
    SpringYici named(String name);
}
