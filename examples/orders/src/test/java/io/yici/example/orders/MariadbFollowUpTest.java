package io.yici.example.orders;

import io.yici.services.TestDatabase;

class MariadbFollowUpTest extends FollowUpContract {
    MariadbFollowUpTest() {
        super(TestDatabase.MARIADB);
    }
}
