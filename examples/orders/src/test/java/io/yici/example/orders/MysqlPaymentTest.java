package io.yici.example.orders;

import io.yici.services.TestDatabase;

class MysqlPaymentTest extends PaymentContract {
    MysqlPaymentTest() throws Exception {
        super(TestDatabase.MYSQL);
    }
}
