package io.yici.example.orders;

import io.yici.services.TestDatabase;

class PostgresFollowUpTest extends FollowUpContract {
    PostgresFollowUpTest() {
        super(TestDatabase.POSTGRESQL);
    }
}
