package io.yici.example.orders.gateway;

import java.io.IOException;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Which gateway is used: one of our own in this process, or the one at {@code orders.gateway.url}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GatewaySettings.class)
class GatewayConfiguration {
    @Bean
    @ConditionalOnExpression("'${orders.gateway.url:}'.isEmpty()")
    OwnGateway ownGateway(GatewaySettings settings) throws IOException {
        return OwnGateway.start(settings);
    }

    @Bean
    GatewayAddress gatewayAddress(GatewaySettings settings, ObjectProvider<OwnGateway> own, Environment environment) {
        OwnGateway ours = own.getIfAvailable();
        String url = settings.url().replaceFirst("/$", "");
        return new GatewayAddress(
                ours == null ? () -> url : ours::url, () -> callbackUrl(settings.callbackUrl(), environment));
    }

    @Bean
    GatewayClient gatewayClient(GatewayAddress address, GatewaySettings settings) {
        return new GatewayClient(address, settings.connectTimeOut());
    }

    @Bean
    Callbacks callbacks(GatewaySettings settings) {
        return new Callbacks(new CallbackSignature(settings.secret(), settings.tolerance(), Clock.systemUTC()));
    }

    /** The port is known once the web server listens. */
    private static String callbackUrl(String configured, Environment environment) {
        if (!configured.isEmpty()) {
            return configured;
        }
        String port = environment.getProperty("local.server.port", environment.getProperty("server.port", "8080"));
        return "http://127.0.0.1:" + port + "/callbacks/payments";
    }
}
