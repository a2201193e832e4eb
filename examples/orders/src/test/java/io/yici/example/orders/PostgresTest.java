package io.yici.example.orders;

import io.yici.services.TestDatabase;

class PostgresTest extends OneOrderContract {
    PostgresTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
