package io.yici.spring.service;

import io.yici.services.TestDatabase;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.yici.spring.Present#mysql")
class MysqlGuardedCallsTest extends GuardedCallsContract {
    MysqlGuardedCallsTest() {
        super(TestDatabase.MYSQL);
    }
}
