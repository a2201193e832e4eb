package io.yici.spring.state;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What MyBatis has read in the running transaction and would answer again without asking the database. */
public final class MybatisCopies implements HeldCopies {
    private final Supplier<Stream<SqlSessionFactory>> factories;

    /** Looks at the sessions of these factories. */
    public MybatisCopies(Supplier<Stream<SqlSessionFactory>> factories) {
        this.factories = factories;
    }

    @Override
    public void rowsWereWritten() {
        factories.get().forEach(factory -> {
            if (TransactionSynchronizationManager.getResource(factory) instanceof SqlSessionHolder holder) {
                holder.getSqlSession().clearCache();
            }
        });
    }

    @Override
    public boolean refresh(Object entity) {
        return false;
    }
}
