package io.yici.example.orders;

import io.yici.services.TestDatabase;

class MariadbTest extends OneOrderContract {
    MariadbTest() {
        super(TestDatabase.MARIADB);
    }
}
