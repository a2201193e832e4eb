package io.yici.spring.service;

import io.yici.services.TestDatabase;

class PostgresqlConcurrencyTest extends ConcurrencyContract {
    PostgresqlConcurrencyTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
