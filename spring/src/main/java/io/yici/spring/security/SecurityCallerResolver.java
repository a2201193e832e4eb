package io.yici.spring.security;

import io.yici.MisuseException;
import io.yici.spring.CallerResolver;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * The name of Spring Security's current user: of a JWT its subject, never the token. An anonymous user is no caller,
 * for everybody else is called so too. Thread-safe.
 *
 * <p>The name must be one user's alone, and the same on every try. Where several tenants have users of one name,
 * declare a {@link CallerResolver} that says both.
 */
public final class SecurityCallerResolver implements CallerResolver {
    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

    /** Made once for an application. */
    public SecurityCallerResolver() {}

    /** @throws MisuseException when the user is an object without a name of its own */
    @Override
    public @Nullable String caller() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        if (user == null || !user.isAuthenticated() || trust.isAnonymous(user)) {
            return null;
        }
        refuseNameless(user);
        return user.getName();
    }

    /**
     * Without a name Spring Security takes what the object prints, by default its address, which no retry has again.
     */
    private static void refuseNameless(Authentication user) {
        Object principal = user.getPrincipal();
        if (principal == null
                || principal instanceof String
                || principal instanceof Principal
                || principal instanceof AuthenticatedPrincipal
                || principal instanceof UserDetails) {
            return;
        }
        String printed = principal.toString();
        if (!printed.equals(user.getName())) {
            return; // the authentication has a name of its own, as that of a JWT has
        }
        if (printed.equals(
                        principal.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(principal)))
                || printed.equals(principal.getClass().getName() + "@" + Integer.toHexString(principal.hashCode()))) {
            throw new MisuseException(
                    null,
                    "The signed-in user is a " + principal.getClass().getName()
                            + ", which has no name that stays the same between two tries. Let it implement"
                            + " AuthenticatedPrincipal, or declare a CallerResolver bean.",
                    null);
        }
    }
}
