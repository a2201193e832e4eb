package io.yici.example.orders;

import io.yici.services.TestDatabase;

class SqlitePaymentTest extends PaymentContract {
    SqlitePaymentTest() throws Exception {
        super(TestDatabase.SQLITE);
    }
}
