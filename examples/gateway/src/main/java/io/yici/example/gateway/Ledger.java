package io.yici.example.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every charge and refund, and the events nobody has accepted yet. An entry is in the file, when there is one, before
 * anybody hears of it; entry and event are one line, so that a killed process leaves both or neither. Thread safe.
 */
final class Ledger implements AutoCloseable {
    private final Clock clock;
    private final @Nullable LedgerFile file;
    private final Map<String, Charge> chargesByKey = new LinkedHashMap<>();
    private final Map<String, Charge> chargesById = new HashMap<>();
    private final Map<String, Refund> refundsByKey = new LinkedHashMap<>();
    private final Map<String, Event> undelivered = new LinkedHashMap<>();
    private long events;

    Ledger(@Nullable Path path, Clock clock) throws IOException {
        this.clock = clock;
        this.file = path == null ? null : LedgerFile.open(path, this::keep);
    }

    /** Books a charge, or finds the one booked under this key. */
    synchronized Booking<Charge> charge(ChargeRequest request, boolean decline) {
        Charge booked = chargesByKey.get(request.key());
        if (booked != null) {
            requireSame(booked.answers(request));
            return new Booking<>(booked, null);
        }
        Charge charge = new Charge(
                "ch-" + (chargesByKey.size() + 1),
                request.key(),
                request.orderNo(),
                request.channel(),
                request.amountCents(),
                decline ? Charge.Status.DECLINED : Charge.Status.CAPTURED,
                clock.millis(),
                request.callbackUrl());
        String address = charge.callbackUrl();
        Event event = address == null ? null : Event.of(nextEvent(), charge, address);
        write(new LedgerLine(charge, null, event, null));
        return new Booking<>(charge, event);
    }

    /** Books a refund, or finds the one booked under this key. */
    synchronized Booking<Refund> refund(RefundRequest request) {
        Refund booked = refundsByKey.get(request.key());
        if (booked != null) {
            requireSame(booked.answers(request));
            return new Booking<>(booked, null);
        }
        Charge charge = refundable(request);
        Refund refund = new Refund(
                "re-" + (refundsByKey.size() + 1),
                request.key(),
                charge.chargeId(),
                charge.orderNo(),
                request.amountCents(),
                Refund.Status.DONE,
                clock.millis());
        String address = charge.callbackUrl();
        Event event = address == null ? null : Event.of(nextEvent(), refund, address);
        write(new LedgerLine(null, refund, event, null));
        return new Booking<>(refund, event);
    }

    synchronized void delivered(Event event) {
        if (undelivered.containsKey(event.eventId())) {
            write(new LedgerLine(null, null, null, event.eventId()));
        }
    }

    synchronized Optional<Charge> chargeOf(String key) {
        return Optional.ofNullable(chargesByKey.get(key));
    }

    synchronized Optional<Refund> refundOf(String key) {
        return Optional.ofNullable(refundsByKey.get(key));
    }

    synchronized List<Charge> charges() {
        return List.copyOf(chargesByKey.values());
    }

    synchronized List<Refund> refunds() {
        return List.copyOf(refundsByKey.values());
    }

    synchronized List<Event> undelivered() {
        return new ArrayList<>(undelivered.values());
    }

    @Override
    public synchronized void close() {
        if (file != null) {
            file.close();
        }
    }

    private Charge refundable(RefundRequest request) {
        Charge charge = chargesById.get(request.chargeId());
        if (charge == null) {
            throw new RefusedException(404, "charge-unknown", "There is no charge " + request.chargeId() + ".");
        }
        if (charge.status() != Charge.Status.CAPTURED) {
            throw new RefusedException(409, "charge-declined", "Nothing was captured by " + charge.chargeId() + ".");
        }
        long left = charge.amountCents()
                - refundsByKey.values().stream()
                        .filter(refund -> refund.chargeId().equals(charge.chargeId()))
                        .mapToLong(Refund::amountCents)
                        .sum();
        if (request.amountCents() > left) {
            throw new RefusedException(
                    409, "exceeds-captured", "Of " + charge.chargeId() + " only " + left + " cents are left.");
        }
        return charge;
    }

    private String nextEvent() {
        return "ev-" + (events + 1);
    }

    private void write(LedgerLine line) {
        if (file != null) {
            file.append(line);
        }
        keep(line);
    }

    private synchronized void keep(LedgerLine line) {
        if (line.charge() != null) {
            chargesByKey.put(line.charge().key(), line.charge());
            chargesById.put(line.charge().chargeId(), line.charge());
        }
        if (line.refund() != null) {
            refundsByKey.put(line.refund().key(), line.refund());
        }
        if (line.event() != null) {
            events++;
            undelivered.put(line.event().eventId(), line.event());
        }
        if (line.delivered() != null) {
            undelivered.remove(line.delivered());
        }
    }

    private static void requireSame(boolean same) {
        if (!same) {
            throw new RefusedException(422, "key-reused", "This key was used for something else.");
        }
    }
}
