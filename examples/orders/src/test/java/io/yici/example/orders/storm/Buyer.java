package io.yici.example.orders.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Carries out one plan and keeps what it was told. One use. */
final class Buyer {
    private final Plan plan;
    private final Shopper shopper;
    private final Executor threads;
    private final List<Told> told = new ArrayList<>();
    private String order = "";

    Buyer(Plan plan, Shopper shopper, Executor threads) {
        this.plan = plan;
        this.shopper = shopper;
        this.threads = threads;
    }

    Story live() {
        Told ordered = note(shopper.call(
                "order",
                plan.key("order"),
                "/api/orders",
                "{\"sku\":\"" + plan.sku() + "\",\"quantity\":" + plan.quantity() + "}"));
        if (ordered.status() == 201) {
            order = ordered.text("orderNo");
            useOrder(ordered.text("amount"));
        }
        return new Story(plan, order, told);
    }

    private void useOrder(String amount) {
        if (plan.cancelling() == Plan.Cancelling.BEFORE) {
            note(cancel());
        }
        CompletableFuture<Told> cancelled = plan.cancelling() == Plan.Cancelling.DURING
                ? CompletableFuture.supplyAsync(
                        this::cancel,
                        CompletableFuture.delayedExecutor(plan.cancelAfterMillis(), TimeUnit.MILLISECONDS, threads))
                : null;
        boolean paid = pay();
        if (cancelled != null) {
            note(cancelled.join());
        }
        if (plan.cancelling() == Plan.Cancelling.AFTER) {
            note(cancel());
        }
        if (paid) {
            refund(plan.wholeRefunds() ? amount : "1.00");
        }
    }

    /** Whether the buyer was told that it is paid. */
    private boolean pay() {
        for (int number = 1; number <= plan.tries(); number++) {
            List<Told> answers = payOnce(number);
            if (answers.stream().anyMatch(answer -> answer.status() == 201)) {
                return true;
            }
            if (answers.stream().noneMatch(answer -> answer.status() == 402)) {
                return false;
            }
        }
        return false;
    }

    private List<Told> payOnce(int number) {
        String key = plan.key("pay" + number);
        return switch (plan.paying()) {
            case ONCE -> List.of(note(pay(key, plan.channel())));
            case TWICE ->
                atOnce(List.of(() -> pay(key, plan.channel()), () -> pay(key + "-other", plan.otherChannel())));
            case ABANDONED -> List.of(note(shopper.abandon("payment", key, path("payments"), channel(plan.channel()))));
        };
    }

    /** Equal refunds with different keys are as many refunds as there are keys. */
    private void refund(String amount) {
        atOnce(IntStream.range(0, plan.refunds())
                .<Supplier<Told>>mapToObj(number -> () -> shopper.call(
                        "refund", plan.key("refund" + number), path("refunds"), "{\"amount\":\"" + amount + "\"}"))
                .toList());
    }

    private Told pay(String key, String channel) {
        return shopper.call("payment", key, path("payments"), channel(channel));
    }

    private Told cancel() {
        return shopper.call("cancellation", plan.key("cancel"), path("cancellation"), "");
    }

    private List<Told> atOnce(List<Supplier<Told>> calls) {
        return calls.stream().map(call -> CompletableFuture.supplyAsync(call, threads)).toList().stream()
                .map(CompletableFuture::join)
                .map(this::note)
                .toList();
    }

    private Told note(Told answer) {
        told.add(answer);
        return answer;
    }

    private String path(String what) {
        return "/api/orders/" + order + "/" + what;
    }

    private static String channel(String name) {
        return "{\"channel\":\"" + name + "\"}";
    }
}
