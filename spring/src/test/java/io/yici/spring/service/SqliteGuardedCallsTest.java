package io.yici.spring.service;

import io.yici.services.TestDatabase;

class SqliteGuardedCallsTest extends GuardedCallsContract {
    SqliteGuardedCallsTest() {
        super(TestDatabase.SQLITE);
    }
}
