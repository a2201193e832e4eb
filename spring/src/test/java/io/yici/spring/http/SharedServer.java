package io.yici.spring.http;

import io.yici.services.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives all classes of vectors one server per database, which ends with the tests. */
final class SharedServer implements ParameterResolver {
    private static final Class<?>[] BEANS = {
        FrontDoor.class, Gates.class, OrderDesk.class, ItemDesk.class, AnswerDesk.class, FormDesk.class, BodyDesk.class
    };

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Server.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestDatabase database = ((Vectors) context.getRequiredTestInstance()).database();
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedServer.class))
                .computeIfAbsent(database, kind -> Server.start(kind, BEANS, settings()), Server.class);
    }

    private static String[] settings() {
        List<String> settings = new ArrayList<>(List.of(
                "server.max-http-request-header-size=64KB",
                "yici.operations.order.held.waits-for=0s",
                "yici.operations.order.awaited.waits-for=20s",
                "yici.operations.order.forgotten.refuses-for=0s"));
        String[] routes = {
            "order.optional key=optional",
            "order.uuid key-syntax=uuid",
            "order.strict key-syntax=strict",
            "order.keyed key-pointer=/requestId",
            "order.keyed-or-not key-pointer=/requestId key=optional",
            "order.clocked ignored-members=/sentAt,/attempt",
            "body.form ignored-members=/clicked",
            "answer.configured final-exceptions=" + AnswerDesk.PriceChanged.class.getName(),
            "answer.by-declared-error send-error=answer",
            "shop.b pattern=/b methods=POST"
        };
        for (String route : routes) {
            String[] parts = route.split(" ");
            for (int setting = 1; setting < parts.length; setting++) {
                settings.add("yici.http.routes[" + parts[0] + "]." + parts[setting]);
            }
        }
        return settings.toArray(String[]::new);
    }
}
