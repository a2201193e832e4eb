package io.yici.jdbc;

import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a database's errors mean: first by vendor code, then by SQLState, then by the first two characters of the
 * SQLState; by phrases of its message only for a database that says no more.
 */
record ErrorCodes(Map<Integer, Failure> vendorCodes, Map<String, Failure> states, Map<String, Failure> phrases) {
    private static final Set<String> REFUSALS = Set.of("P0", "0A", "21", "22", "2F", "38", "39", "42", "44", "55");

    ErrorCodes {
        phrases = Map.copyOf(phrases);
        vendorCodes = Map.copyOf(vendorCodes);
        states = Map.copyOf(states);
    }

    /** The first error in the chain of causes, outermost first, that means something. */
    Failure judge(@Nullable Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return judge(thrown, seen);
    }

    /**
     * What an error means that answered a commit. Classes of SQLState that only a living server gives for a statement
     * it refuses (a deferred trigger that raises, for instance) mean that it rolled back.
     */
    Failure judgeCommit(Throwable thrown) {
        Failure failure = judge(thrown);
        return failure == Failure.OTHER && isServersRefusal(thrown) ? Failure.REFUSED : failure;
    }

    private static boolean isServersRefusal(Throwable thrown) {
        return anySql(thrown, error -> {
            String state = error.getSQLState();
            return state != null && state.length() == 5 && REFUSALS.contains(state.substring(0, 2));
        });
    }

    private Failure judge(@Nullable Throwable thrown, Set<Throwable> seen) {
        for (Throwable each = thrown; each != null && seen.add(each); each = each.getCause()) {
            Failure failure = judgeAlone(each);
            if (failure == Failure.OTHER && each instanceof SQLException sql) {
                failure = judge(sql.getNextException(), seen);
            }
            if (failure != Failure.OTHER) {
                return failure;
            }
        }
        return Failure.OTHER;
    }

    /** Whether a database's error is among the causes. */
    static boolean isSql(Throwable thrown) {
        return anySql(thrown, error -> true);
    }

    private static boolean anySql(Throwable thrown, Predicate<SQLException> condition) {
        int depth = 0;
        for (Throwable each = thrown; each != null && depth < 100; each = each.getCause()) {
            if (each instanceof SQLException error && condition.test(error)) {
                return true;
            }
            depth++;
        }
        return false;
    }

    private Failure judgeAlone(Throwable thrown) {
        if (thrown instanceof StoreException store) {
            return store.failure();
        }
        if (thrown instanceof DoomedException) {
            return Failure.ABORTED;
        }
        return thrown instanceof SQLException sql ? judgeAlone(sql) : Failure.OTHER;
    }

    private Failure judgeAlone(SQLException error) {
        Failure byCode = vendorCodes.get(error.getErrorCode());
        if (byCode != null) {
            return byCode;
        }
        String state = error.getSQLState();
        if (state != null && state.length() == 5) {
            Failure byState = states.get(state);
            if (byState == null) {
                byState = states.get(state.substring(0, 2));
            }
            if (byState != null) {
                return byState;
            }
        }
        for (Map.Entry<String, Failure> phrase : phrases.entrySet()) {
            if (String.valueOf(error.getMessage()).contains(phrase.getKey())) {
                return phrase.getValue();
            }
        }
        // Pools report their time-outs by type, often without a state of their own.
        return error instanceof SQLTransientConnectionException || error instanceof SQLNonTransientConnectionException
                ? Failure.UNREACHABLE
                : Failure.OTHER;
    }
}
