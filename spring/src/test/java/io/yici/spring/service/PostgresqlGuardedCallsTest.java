package io.yici.spring.service;

import io.yici.services.TestDatabase;

class PostgresqlGuardedCallsTest extends GuardedCallsContract {
    PostgresqlGuardedCallsTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
