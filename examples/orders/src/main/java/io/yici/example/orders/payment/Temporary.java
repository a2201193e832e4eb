package io.yici.example.orders.payment;

import io.yici.external.ExternalStep;
import io.yici.external.ExternalSteps;
import io.yici.external.Settler;
import io.yici.jdbc.JdbcLeases;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.TableNames;
import io.yici.lease.LeaseSettings;
import io.yici.spring.SpringYici;
import io.yici.spring.transaction.SpringTransactions;
import io.yici.store.Codec;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class Temporary {
    @Bean
    JdbcLeases leases(SpringYici yici) {
        return JdbcLeases.on(yici.dataSource(), new TableNames(null, "yici_"), LeaseSettings.defaults());
    }

    @Bean
    ExternalSteps externalSteps(SpringYici yici, Codec codec, PlatformTransactionManager manager, List<ExternalStep<?, ?, ?>> steps) {
        JdbcYici records = JdbcYici.on(yici.dataSource()).codec(codec).withoutScheduledCleanUp().build();
        return records.externalSteps(SpringTransactions.of(manager, yici.dataSource()), steps);
    }

    @Bean
    Settler settler(ExternalSteps steps, @Value("${yici.external.settle-every:5s}") Duration every) {
        Settler settler = steps.settler();
        settler.start(every);
        return settler;
    }
}
