package io.yici.example.orders.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.security.core.userdetails.UserDetailsPasswordService;
import org.springframework.security.core.userdetails.UserDetailsService;

/** Signing in is cheap: a hundred programs that do so on every request must not keep a machine busy with hashing. */
class WebSecurityTest {
    @Test
    void nothingCanReplaceTheDemosPasswordsByHashes() {
        UserDetailsService users = new WebSecurity((request, response, handler, thrown) -> null).users();

        assertThat(users).isNotInstanceOf(UserDetailsPasswordService.class);
        assertThat(users.loadUserByUsername("alice").getPassword()).isEqualTo("{noop}demo");
    }
}
