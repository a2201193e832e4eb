package io.yici.spring.service;

import io.yici.services.TestDatabase;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.yici.spring.Present#mysql")
class MysqlConcurrencyTest extends ConcurrencyContract {
    MysqlConcurrencyTest() {
        super(TestDatabase.MYSQL);
    }
}
