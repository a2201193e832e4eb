package io.yici.spring.service;

import io.yici.services.TestDatabase;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("io.yici.spring.Present#mariadb")
class MariadbConcurrencyTest extends ConcurrencyContract {
    MariadbConcurrencyTest() {
        super(TestDatabase.MARIADB);
    }
}
