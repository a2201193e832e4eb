package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExternalServerTest {
    @Test
    void userAndPasswordComeFromTheUrl() {
        String url = "jdbc:postgresql://db.example/postgres?user=me&password=a%26b";
        assertThat(ExternalServer.named("X", Map.of("X_URL", url))).contains(new Login(url, "me", "a&b"));
    }

    @Test
    void companionVariablesComeFirst() {
        String url = "jdbc:mysql://db.example:3307/mysql?user=me";
        assertThat(ExternalServer.named("X", Map.of("X_URL", url, "X_USER", "you", "X_PASSWORD", "secret")))
                .contains(new Login(url, "you", "secret"));
    }

    @Test
    void withoutUrlThereIsNone() {
        assertThat(ExternalServer.named("X", Map.of("X_USER", "you"))).isEmpty();
    }

    @Test
    void otherDatabaseKeepsAddressAndParameters() {
        assertThat(JdbcUrl.of("jdbc:mariadb://db.example/mysql?sslMode=trust")
                        .withDatabase("orders")
                        .toString())
                .isEqualTo("jdbc:mariadb://db.example:3306/orders?sslMode=trust");
    }
}
