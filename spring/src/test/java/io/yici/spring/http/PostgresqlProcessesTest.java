package io.yici.spring.http;

import io.yici.services.TestDatabase;

class PostgresqlProcessesTest extends ProcessesContract {
    PostgresqlProcessesTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
