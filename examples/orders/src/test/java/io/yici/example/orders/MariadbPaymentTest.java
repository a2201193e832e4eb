package io.yici.example.orders;

import io.yici.services.TestDatabase;

class MariadbPaymentTest extends PaymentContract {
    MariadbPaymentTest() throws Exception {
        super(TestDatabase.MARIADB);
    }
}
