package io.yici.spring.service;

import io.yici.services.TestDatabase;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.yici.spring.Present#mariadb")
class MariadbGuardedCallsTest extends GuardedCallsContract {
    MariadbGuardedCallsTest() {
        super(TestDatabase.MARIADB);
    }
}
