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
        return false;
    }

    /**
     * Books the payment.
     *
     * @return false when the order was cancelled meanwhile
     */
    public boolean paid(String orderNo) {
        return false;
    }

    /** Gives an order free whose payment was declined; a cancelled one stays so. */
    public void payableAgain(String orderNo) {}
}
