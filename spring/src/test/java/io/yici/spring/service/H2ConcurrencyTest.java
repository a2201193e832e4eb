package io.yici.spring.service;

import io.yici.services.TestDatabase;

class H2ConcurrencyTest extends ConcurrencyContract {
    H2ConcurrencyTest() {
        super(TestDatabase.H2);
    }
}
