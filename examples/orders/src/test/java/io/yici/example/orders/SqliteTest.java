package io.yici.example.orders;

import io.yici.services.TestDatabase;

class SqliteTest extends OneOrderContract {
    SqliteTest() {
        super(TestDatabase.SQLITE);
    }
}
