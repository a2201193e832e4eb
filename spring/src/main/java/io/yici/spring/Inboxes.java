package io.yici.spring;

import io.yici.SetupException;
import io.yici.inbox.Inbox;
import io.yici.inbox.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The inboxes of an application, one for each of its subscriptions. Immutable and thread-safe. */
public final class Inboxes {
    private final Map<String, Inbox> byName;

    /**
     * Makes the inboxes of subscriptions.
     *
     * @throws SetupException two are one operation of one group, or settings do not fit messages
     */
    public Inboxes(SpringYici yici, List<Subscription> subscriptions) {
        Map<String, Inbox> made = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (Subscription each : subscriptions) {
            if (made.containsKey(name(each.operation(), each.group()))) {
                problems.add("Two subscriptions are the operation '" + each.operation() + "' of the group '"
                        + each.group() + "', so that each would take the other's messages for handled. Give them"
                        + " different names, or different groups.");
            } else {
                made.put(name(each.operation(), each.group()), yici.inbox(each));
            }
        }
        if (!problems.isEmpty()) {
            throw new SetupException(problems, null);
        }
        this.byName = Map.copyOf(made);
    }

    /** All of them. */
    public List<Inbox> all() {
        return List.copyOf(byName.values());
    }

    /**
     * The one of an operation that only one group subscribes to.
     *
     * @throws IllegalArgumentException none or several do
     */
    public Inbox of(String operation) {
        List<Inbox> found = byName.values().stream()
                .filter(inbox -> inbox.subscription().operation().equals(operation))
                .toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(found.size() + " groups subscribe to the operation '" + operation
                    + "', not one; there are " + byName.keySet());
        }
        return found.get(0);
    }

    /**
     * The one of an operation and a group.
     *
     * @throws IllegalArgumentException there is none
     */
    public Inbox of(String operation, String group) {
        Inbox found = byName.get(name(operation, group));
        if (found == null) {
            throw new IllegalArgumentException(
                    "the group '" + group + "' does not subscribe to the operation '" + operation + "'");
        }
        return found;
    }

    /** Operation names hold no blanks. */
    private static String name(String operation, String group) {
        return operation + " " + group;
    }
}
