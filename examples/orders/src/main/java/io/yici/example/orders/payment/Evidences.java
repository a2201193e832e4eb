package io.yici.example.orders.payment;

import io.yici.example.orders.gateway.Charge;
import io.yici.example.orders.gateway.GatewayAnswer;
import io.yici.example.orders.gateway.GatewayEvent;
import io.yici.example.orders.gateway.GivenBack;
import io.yici.external.Evidence;

/** What the gateway's answers and events prove. */
final class Evidences {
    private Evidences() {}

    /** A charge is captured, declined for good, or something that this version does not know. */
    static Evidence<Charge> ofCharge(Charge charge) {
        if (charge.isCaptured()) {
            return new Evidence.Succeeded<>(charge);
        }
        return charge.isDeclined()
                ? new Evidence.Failed<>("declined by the gateway")
                : new Evidence.Undecided<>("the gateway says " + charge.status());
    }

    static Evidence<Charge> ofChargeAnswer(GatewayAnswer<Charge> answer) {
        return answer instanceof GatewayAnswer.Booked<Charge> booked ? ofCharge(booked.booking()) : ofOther(answer);
    }

    static <T> Evidence<T> ofAnswer(GatewayAnswer<T> answer) {
        return answer instanceof GatewayAnswer.Booked<T> booked
                ? new Evidence.Succeeded<>(booked.booking())
                : ofOther(answer);
    }

    private static <T> Evidence<T> ofOther(GatewayAnswer<T> answer) {
        if (answer instanceof GatewayAnswer.Refused<T> refused) {
            return new Evidence.Failed<>(refused.reason());
        }
        if (answer instanceof GatewayAnswer.Unclear<T> unclear) {
            return new Evidence.Undecided<>(unclear.reason());
        }
        return new Evidence.Absent<>();
    }

    /** What an event proves, told by the gateway or found in its books. */
    static Evidence<?> ofEvent(GatewayEvent event) {
        return switch (event.type()) {
            case GatewayEvent.CAPTURED ->
                Evidence.succeeded(new Charge(event.subject(), event.amountCents(), "CAPTURED"));
            case GatewayEvent.DECLINED -> Evidence.failed("declined by the gateway");
            case GatewayEvent.REFUNDED -> Evidence.succeeded(new GivenBack(event.subject(), event.amountCents()));
            default -> throw new IllegalArgumentException("no event of the gateway is a " + event.type());
        };
    }
}
