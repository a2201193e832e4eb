package io.yici.example.orders;

import io.yici.services.TestDatabase;

class MysqlTest extends OneOrderContract {
    MysqlTest() {
        super(TestDatabase.MYSQL);
    }
}
