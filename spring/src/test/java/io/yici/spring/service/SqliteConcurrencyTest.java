package io.yici.spring.service;

import io.yici.services.TestDatabase;

class SqliteConcurrencyTest extends ConcurrencyContract {
    SqliteConcurrencyTest() {
        super(TestDatabase.SQLITE);
    }
}
