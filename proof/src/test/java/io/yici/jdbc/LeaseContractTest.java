package io.yici.jdbc;

import io.yici.lease.FencedLease;
import io.yici.lease.LeaseName;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.test.FencedLeaseContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of leases on every database: cases L1, L2, L3, L5, L6, L8 and B35. Servers are cut off by a proxy, local
 * databases by a data source that refuses.
 */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.jdbc.Ground#plain")
class LeaseContractTest extends FencedLeaseContract {
    @Parameter
    Ground ground;

    private static Ground.Site site;
    private static FreshDatabase seen;
    private static @Nullable FaultProxy proxy;
    private static Cuttable nodes;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) throws SQLException {
        site = given.open("leases");
        proxy = site.dialect().remote() ? FaultProxy.to(site.fresh()) : null;
        seen = proxy == null ? site.fresh() : site.fresh().through(proxy);
        nodes = new Cuttable(seen.pool(20, settings -> settings.setConnectionTimeout(3_000)));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        seen.close();
        if (proxy != null) {
            proxy.close();
            site.close();
        }
    }

    @Override
    protected Leases<FencedLease> leases(LeaseSettings settings) {
        return JdbcLeases.on(nodes.dataSource(), TableNames.defaults(), settings);
    }

    @Override
    protected void endTime(String name) {
        change("UPDATE yici_lease SET lease_until = 1 WHERE id = ?", name);
    }

    @Override
    protected Duration storedTime(String name) {
        String sql = "SELECT lease_until - " + site.dialect().now() + " FROM yici_lease WHERE id = ?";
        try (Connection connection = site.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, LeaseName.of(name).id());
            try (ResultSet row = statement.executeQuery()) {
                return Duration.ofMillis(row.next() ? Math.max(0, row.getLong(1)) : 0);
            }
        } catch (SQLException error) {
            throw new AssertionError(error);
        }
    }

    @Override
    protected AutoCloseable cut() {
        FaultProxy between = proxy;
        if (between == null) {
            nodes.cut();
            return nodes::heal;
        }
        between.down();
        return between::up;
    }

    @Override
    protected DataSource dataSource() {
        return site.dataSource();
    }

    /** All rows are old at once, and the clean-up deletes them. */
    @Override
    protected void forgetEverything() throws SQLException {
        site.execute("UPDATE yici_lease SET drawn_at = 1, lease_until = 0");
        while (site.cleanup(100).runBatch().leases() > 0) {
            // Until nothing is left but the floor.
        }
    }

    private static void change(String sql, String name) {
        try (Connection connection = site.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, LeaseName.of(name).id());
            statement.executeUpdate();
        } catch (SQLException error) {
            throw new AssertionError(error);
        }
    }
}
