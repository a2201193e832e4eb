package io.yici.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;

class H2PersistenceTest extends PersistenceContract {
    H2PersistenceTest() {
        super(TestDatabase.H2, "org.hibernate.dialect.H2Dialect");
    }

    @Test
    void aConnectionThatGoesBackTooEarlyKeepsTheApplicationFromStarting() {
        Applications.onH2()
                .withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                .withPropertyValues("spring.jpa.properties.hibernate.connection.handling_mode="
                        + "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("DELAYED_ACQUISITION_AND_HOLD"));
    }
}
