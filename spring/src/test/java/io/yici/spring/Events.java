package io.yici.spring;

import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what the engine told. */
public final class Events implements OperationListener {
    private final List<OperationEvent> told = new CopyOnWriteArrayList<>();

    @Override
    public void on(OperationEvent event) {
        told.add(event);
    }

    public List<OperationEvent> told() {
        return List.copyOf(told);
    }

    public List<Kind> kinds() {
        return told.stream().map(OperationEvent::kind).toList();
    }
}
