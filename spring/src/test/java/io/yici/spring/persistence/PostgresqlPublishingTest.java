package io.yici.spring.persistence;

import io.yici.services.TestDatabase;

class PostgresqlPublishingTest extends PublishingContract {
    PostgresqlPublishingTest() {
        super(TestDatabase.POSTGRESQL, "org.hibernate.dialect.PostgreSQLDialect");
    }
}
