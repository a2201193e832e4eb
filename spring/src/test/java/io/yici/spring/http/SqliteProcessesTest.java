package io.yici.spring.http;

import io.yici.services.TestDatabase;

class SqliteProcessesTest extends ProcessesContract {
    SqliteProcessesTest() {
        super(TestDatabase.SQLITE);
    }
}
