package io.yici.example.orders;

import io.yici.services.TestDatabase;

class SqliteFollowUpTest extends FollowUpContract {
    SqliteFollowUpTest() {
        super(TestDatabase.SQLITE);
    }
}
