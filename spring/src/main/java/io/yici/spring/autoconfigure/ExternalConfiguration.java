package io.yici.spring.autoconfigure;

import io.yici.external.ExternalStep;
import io.yici.external.ExternalSteps;
import io.yici.external.Settler;
import io.yici.spring.SpringYici;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Calls to other systems: what is declared as beans, and the settler that goes on with what is open. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(ExternalStep.class)
class ExternalConfiguration {
    @Bean
    @ConditionalOnMissingBean
    ExternalSteps yiciExternalSteps(SpringYici yici, ObjectProvider<ExternalStep<?, ?, ?>> steps) {
        List<ExternalStep<?, ?, ?>> declared = new ArrayList<>();
        steps.orderedStream().forEach(declared::add);
        return yici.externalSteps(declared);
    }

    /** Begins when the application has started, and ends before its beans go. */
    @Bean
    @ConditionalOnMissingBean(SettlerLifecycle.class)
    @ConditionalOnProperty(name = "yici.external.settle", havingValue = "true", matchIfMissing = true)
    SettlerLifecycle yiciSettler(ExternalSteps steps, YiciProperties properties) {
        Settler settler = steps.settler(properties.external().batchSize());
        return new SettlerLifecycle(settler, properties.external().settleEvery());
    }
}
