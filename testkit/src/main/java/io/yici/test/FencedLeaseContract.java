package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.FencedUpdate;
import io.yici.lease.FencedLease;
import io.yici.lease.LeaseLoss;
import io.yici.lease.Leases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What leases with fences owe in addition. */
public abstract class FencedLeaseContract extends LeaseContract<FencedLease> {
    private final String row = UUID.randomUUID().toString();

    /** A database in which this class makes a table {@code lease_work} of its own. */
    protected abstract DataSource dataSource();

    /** Makes the store forget all leases and as much as it ever does: emptied, restarted, failed over, tidied up. */
    protected abstract void forgetEverything() throws Exception;

    @Test
    void fencesGrowWithEachAcquisition() {
        List<Leases<FencedLease>> nodes = List.of(node(), node());
        long last = 0;
        for (int times = 0; times < 20; times++) {
            try (FencedLease lease = take(nodes.get(times % 2), name, LONG)) {
                assertThat(lease.fence()).isGreaterThan(last);
                last = lease.fence();
            }
        }
    }

    /** Case L6. */
    @Test
    void fencesNeverGoBack() throws Exception {
        Leases<FencedLease> node = node();
        long last = 0;
        for (int times = 0; times < 5; times++) {
            FencedLease lease = take(node, name, LONG);
            assertThat(lease.fence()).isGreaterThan(last);
            last = lease.fence();
            lease.close();
            forgetEverything();
        }
    }

    /** Cases L2, L5 and B35: the fence of a lost lease stays its own, and a write with it is refused. */
    @Test
    void staleHoldersWriteIsRefused() throws Exception {
        FencedLease stale = take(node(), name, Duration.ofSeconds(3));
        long own = stale.fence();
        prepare();
        assertThat(write(FencedUpdate.of(stale), "first")).isEqualTo(new FencedUpdate.Applied());
        assertThat(write(FencedUpdate.of(stale), "second")).isEqualTo(new FencedUpdate.Applied());
        Told told = Told.by(stale);
        endTime(name);
        FencedLease next = take(node(), name, LONG);
        assertThat(write(FencedUpdate.of(next), "of the next")).isEqualTo(new FencedUpdate.Applied());
        assertThat(stale.fence()).isEqualTo(own).isLessThan(next.fence());
        assertThat(write(FencedUpdate.of(own), "too late")).isEqualTo(new FencedUpdate.FencedOut(next.fence()));
        told.exactly(LeaseLoss.GONE);
        assertThat(write(FencedUpdate.of(stale), "too late")).isEqualTo(new FencedUpdate.NotHeld());
        assertThat(worth()).isEqualTo("of the next");
        next.close();
    }

    /** Holders one after another, as the ledger saw them, have growing fences. */
    @Override
    final void enter(FencedLease lease, EffectLedger ledger) {
        ledger.enter(Long.toString(lease.fence()));
    }

    @Override
    final void afterRace(EffectLedger ledger) {
        assertThat(ledger.entries().stream().map(Long::valueOf)).isSorted().doesNotHaveDuplicates();
    }

    private void prepare() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS lease_work (id VARCHAR(40) NOT NULL PRIMARY KEY,"
                    + " worth VARCHAR(40) NOT NULL, fence BIGINT)");
            statement.execute("INSERT INTO lease_work (id, worth) VALUES ('" + row + "', 'none')");
        }
    }

    private FencedUpdate.Result write(FencedUpdate update, String worth) throws SQLException {
        try (Connection connection = dataSource().getConnection()) {
            return update.table("lease_work").key("id", row).set("worth", worth).run(connection);
        }
    }

    private String worth() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT worth FROM lease_work WHERE id = ?")) {
            statement.setString(1, row);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}
