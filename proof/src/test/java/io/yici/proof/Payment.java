package io.yici.proof;

import io.yici.Answer;
import io.yici.Rejection;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.StepCall;
import io.yici.external.StepSettings;
import io.yici.proof.OtherSide.Charge;
import io.yici.proof.OtherSide.Receipt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The call of a bank that pays an order, and the books about it. */
final class Payment implements ExternalStep<Charge, Receipt, String> {
    static final Rejection DECLINED = Rejection.of("declined", "The card was declined.");

    private final Supplier<Connection> connections;
    private final OtherSide bank;
    private final String operation;
    private final StepSettings settings;
    private volatile Supplier<Conclusion<String>> onFailure = () -> Conclusion.rejected(DECLINED);
    private volatile @Nullable Runnable duringBooking;
    private volatile @Nullable Runnable beforeSending;
    private volatile @Nullable Runnable afterSending;

    Payment(Supplier<Connection> connections, OtherSide bank, String operation, StepSettings settings) {
        this.connections = connections;
        this.bank = bank;
        this.operation = operation;
        this.settings = settings;
    }

    static void createTable(Shop shop) {
        shop.execute("create table payments (order_no varchar(60) primary key, state varchar(20) not null,"
                + " reference varchar(80), prepared integer not null, booked integer not null)");
    }

    /** What a failure leads to, instead of a recorded refusal. */
    Payment onFailure(Supplier<Conclusion<String>> conclusion) {
        onFailure = conclusion;
        return this;
    }

    /** Done once more whenever the result is being written. */
    Payment duringBooking(@Nullable Runnable action) {
        duringBooking = action;
        return this;
    }

    /** Done before each call leaves. */
    Payment beforeSending(@Nullable Runnable action) {
        beforeSending = action;
        return this;
    }

    /** Done once each call has come back. */
    Payment afterSending(@Nullable Runnable action) {
        afterSending = action;
        return this;
    }

    /** What comes before the call: never more than once for an order. */
    Charge prepare(String orderNo) {
        write("insert into payments (order_no, state, prepared, booked) values (?, 'pending', 1, 0)", orderNo);
        return new Charge(orderNo, 10);
    }

    @Override
    public String operation() {
        return operation;
    }

    @Override
    public Class<Charge> inputType() {
        return Charge.class;
    }

    @Override
    public Class<Receipt> resultType() {
        return Receipt.class;
    }

    @Override
    public Answer<String> answer() {
        return Answer.stored(String.class);
    }

    @Override
    public StepSettings settings() {
        return settings;
    }

    @Override
    public Evidence<Receipt> call(Charge input, StepCall call) throws Exception {
        done(beforeSending);
        Evidence<Receipt> evidence = bank.charge(input, call);
        done(afterSending);
        return evidence;
    }

    @Override
    public Evidence<Receipt> query(Charge input, StepCall call) throws Exception {
        return bank.query(call.key());
    }

    @Override
    public Conclusion<String> succeeded(Charge input, Receipt result) {
        write("update payments set state = 'paid', booked = booked + 1 where order_no = ?", input.orderNo());
        done(duringBooking);
        return Conclusion.answer("paid " + input.orderNo());
    }

    @Override
    public Conclusion<String> failed(Charge input, String reason) {
        write("update payments set state = 'failed', booked = booked + 1 where order_no = ?", input.orderNo());
        done(duringBooking);
        return onFailure.get();
    }

    private static void done(@Nullable Runnable action) {
        if (action != null) {
            action.run();
        }
    }

    private void write(String sql, String orderNo) {
        try (PreparedStatement statement = connections.get().prepareStatement(sql)) {
            statement.setString(1, orderNo);
            if (statement.executeUpdate() != 1) {
                throw new AssertionError(sql + " for " + orderNo + " touched no row");
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
