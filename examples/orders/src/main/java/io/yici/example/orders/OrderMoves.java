package io.yici.example.orders;

import io.yici.Rejection;
import io.yici.spring.state.SpringStates;
import io.yici.state.Move;
import io.yici.state.StateMachine;
import org.springframework.stereotype.Component;

/**
 * The moves of orders. Each is one conditional update in the running transaction, so of two that exclude each other one
 * happens, and the other learns where the order stands.
 */
@Component
public class OrderMoves {
    private final StateMachine<OrderStatus> machine;
    private final SpringStates states;

    OrderMoves(StateMachine<OrderStatus> machine, SpringStates states) {
        this.machine = machine;
        this.states = states;
    }

    /**
     * Takes an order for one payment.
     *
     * @return false when another payment has it
     * @throws Rejection {@code order-paid} or {@code order-cancelled}
     */
    public boolean beginPayment(String orderNo) {
        Move<OrderStatus> move = move(orderNo, OrderStatus.PAYING);
        if (move instanceof Move.Refused<OrderStatus> refused) {
            throw refusal(orderNo, refused.current());
        }
        return move.moved();
    }

    /**
     * Books the payment.
     *
     * @return false when the order was cancelled meanwhile
     * @throws IllegalStateException the order is not being paid at all
     */
    public boolean paid(String orderNo) {
        return movedUnlessCancelled(orderNo, OrderStatus.PAID);
    }

    /**
     * Gives an order free whose payment was declined; a cancelled one stays so.
     *
     * @throws IllegalStateException the order is not being paid at all
     */
    public void payableAgain(String orderNo) {
        movedUnlessCancelled(orderNo, OrderStatus.NEW);
    }

    /**
     * Calls an order off.
     *
     * @return false when it was cancelled already
     * @throws Rejection {@code order-paid}
     */
    boolean cancelled(String orderNo) {
        Move<OrderStatus> move = move(orderNo, OrderStatus.CANCELLED);
        if (move instanceof Move.Refused<OrderStatus> refused) {
            throw refusal(orderNo, refused.current());
        }
        return move.moved();
    }

    /** Zero rows are no success, and no answer either: only one other state is expected. */
    private boolean movedUnlessCancelled(String orderNo, OrderStatus target) {
        Move<OrderStatus> move = move(orderNo, target);
        if (move.moved()) {
            return true;
        }
        if (move instanceof Move.Refused<OrderStatus> refused && refused.current() == OrderStatus.CANCELLED) {
            return false;
        }
        throw new IllegalStateException("order " + orderNo + " is not being paid: " + move);
    }

    private Move<OrderStatus> move(String orderNo, OrderStatus target) {
        Move<OrderStatus> move = states.move(machine, orderNo, target);
        if (move instanceof Move.Missing<OrderStatus>) {
            throw new NoSuchOrderException(orderNo);
        }
        return move;
    }

    private static Rejection refusal(String orderNo, OrderStatus current) {
        Rejection refusal = current == OrderStatus.PAID
                ? Rejection.of("order-paid", "The order is paid. What was paid is given back by a refund.")
                : Rejection.of("order-cancelled", "The order was cancelled.");
        return refusal.with("orderNo", orderNo).with("orderStatus", current.name());
    }
}
