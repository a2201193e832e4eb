package io.yici.spring.persistence;

import io.yici.services.TestDatabase;

class H2PublishingTest extends PublishingContract {
    H2PublishingTest() {
        super(TestDatabase.H2, "org.hibernate.dialect.H2Dialect");
    }
}
