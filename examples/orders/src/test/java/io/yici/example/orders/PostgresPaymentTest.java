package io.yici.example.orders;

import io.yici.services.TestDatabase;

class PostgresPaymentTest extends PaymentContract {
    PostgresPaymentTest() throws Exception {
        super(TestDatabase.POSTGRESQL);
    }
}
