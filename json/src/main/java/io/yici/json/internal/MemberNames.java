package io.yici.json.internal;

import io.yici.json.JsonEvents;
import io.yici.json.JsonParsing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The member names of a document, by the place of their object; all elements of an array are one place. */
final class MemberNames implements JsonEvents {
    private final Map<String, Set<String>> names = new HashMap<>();
    private final Deque<String> places = new ArrayDeque<>();
    private String place = "";

    static MemberNames in(byte[] json, JsonParsing parsing) {
        MemberNames found = new MemberNames();
        parsing.parse(new String(json, StandardCharsets.UTF_8).toCharArray(), found);
        return found;
    }

    /** Whether some object shares no member with the object in the same place there: it is not the same thing. */
    boolean areForeignTo(MemberNames there) {
        return names.entrySet().stream().anyMatch(each -> {
            Set<String> here = each.getValue();
            Set<String> others = there.names.getOrDefault(each.getKey(), Set.of());
            return !here.isEmpty() && !others.isEmpty() && here.stream().noneMatch(others::contains);
        });
    }

    @Override
    public void startObject() {
        places.push(place);
        names.computeIfAbsent(place, anywhere -> new HashSet<>());
    }

    @Override
    public void endObject() {
        place = places.pop();
    }

    @Override
    public void startArray() {
        places.push(place);
        place = place + "[";
    }

    @Override
    public void endArray() {
        place = places.pop();
    }

    @Override
    public void name(String name) {
        String object = places.element();
        names.computeIfAbsent(object, anywhere -> new HashSet<>()).add(name);
        place = object + "{" + name;
    }

    @Override
    public void string(String text) {}

    @Override
    public void number(String numeral) {}

    @Override
    public void literal(String word) {}
}
