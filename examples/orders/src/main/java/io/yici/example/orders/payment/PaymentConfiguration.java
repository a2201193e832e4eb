package io.yici.example.orders.payment;

import io.yici.example.orders.gateway.GatewaySettings;
import io.yici.external.StepSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How calls of the gateway are made and settled. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PaymentSettings.class)
class PaymentConfiguration {
    /** The gateway keeps keys for ever; a hundred years is as long as can be said. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Bean
    StepSettings stepSettings(GatewaySettings gateway, PaymentSettings payment) {
        return StepSettings.timed(gateway.timeOut(), payment.lease())
                .dedupedFor(FOR_EVER)
                .settleDelay(payment.settleDelay())
                .tries(payment.tries(), payment.triesOver());
    }
}
