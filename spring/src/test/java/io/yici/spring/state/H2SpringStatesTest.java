package io.yici.spring.state;

import io.yici.services.TestDatabase;

class H2SpringStatesTest extends SpringStatesContract {
    H2SpringStatesTest() {
        super(TestDatabase.H2, "org.hibernate.dialect.H2Dialect");
    }
}
