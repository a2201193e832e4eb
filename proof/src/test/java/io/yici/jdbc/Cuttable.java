package io.yici.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLNonTransientConnectionException;
import javax.sql.DataSource;

/** A data source that can be made to give no connections, as when its database is gone. */
final class Cuttable {
    private final DataSource target;
    private volatile boolean isCut;

    Cuttable(DataSource target) {
        this.target = target;
    }

    DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                Cuttable.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (isCut && method.getName().equals("getConnection")) {
                        throw new SQLNonTransientConnectionException("cut off", "08001");
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getTargetException();
                    }
                });
    }

    void cut() {
        isCut = true;
    }

    void heal() {
        isCut = false;
    }
}
