package io.yici.example.orders.web;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells the page who is signed in. */
@RestController
final class SessionController {
    @GetMapping("/api/session")
    Session session(@Nullable Principal user) {
        return new Session(user == null ? null : user.getName());
    }

    /** Who is signed in; null when nobody is. */
    record Session(@Nullable String user) {}
}
