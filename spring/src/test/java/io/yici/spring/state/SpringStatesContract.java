package io.yici.spring.state;

import static io.yici.spring.state.TicketStatus.OPEN;
import static io.yici.spring.state.TicketStatus.PAID;
import static io.yici.spring.state.TicketStatus.USED;
import static io.yici.spring.state.TicketStatus.VOID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.Yici;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.state.Current;
import io.yici.state.Move;
import io.yici.state.StateMachine;
import io.yici.state.Update;
import io.yici.state.VersionedUpdate;
import jakarta.persistence.EntityManager;
import jakarta.persistence.OptimisticLockException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Mapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Moves beside JPA, MyBatis and JdbcClient in one transaction of JPA's manager: case B54. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpringStatesContract {
    static final StateMachine<TicketStatus> TICKETS = StateMachine.on("tickets")
            .key("ticket_no")
            .state("status", TicketStatus.class)
            .version("version")
            .movedBy("moved_by")
            .allow(OPEN, PAID, VOID)
            .allow(PAID, USED, VOID)
            .build();

    private final FreshDatabase database;
    private final String dialect;
    private ConfigurableApplicationContext application;
    private SpringStates states;
    private EntityManager entities;
    private TicketMapper mapper;
    private JdbcClient jdbc;
    private TransactionTemplate transaction;
    private String ticket;

    SpringStatesContract(TestDatabase kind, String dialect) {
        this.database = kind.create(getClass().getSimpleName());
        this.dialect = dialect;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({HibernateJpaAutoConfiguration.class, MybatisAutoConfiguration.class})
    @EntityScan(basePackageClasses = NaiveTicket.class)
    @MapperScan(basePackageClasses = TicketMapper.class, annotationClass = Mapper.class)
    static class Libraries {
        @Bean
        StateMachine<TicketStatus> tickets() {
            return TICKETS;
        }
    }

    @BeforeAll
    void start() throws SQLException {
        DataSource before = database.unpooled();
        try (Connection connection = before.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table tickets (ticket_no varchar(60) primary key, status varchar(20) not null,"
                    + " version bigint not null, moved_by varchar(64), note varchar(255))");
        }
        application = Applications.start(
                database,
                new Class<?>[] {Libraries.class},
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.jpa.database-platform=" + dialect);
        states = application.getBean(SpringStates.class);
        entities = application.getBean(EntityManager.class);
        mapper = application.getBean(TicketMapper.class);
        jdbc = application.getBean(JdbcClient.class);
        transaction = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
    }

    @AfterAll
    void stop() {
        application.close();
        database.close();
    }

    @BeforeEach
    void openATicket() {
        ticket = "t-" + UUID.randomUUID();
        jdbc.sql("insert into tickets (ticket_no, status, version) values (?, 'OPEN', 1)")
                .param(ticket)
                .update();
    }

    @Test
    void aMoveCommitsAndRollsBackWithWhatTheLibrariesWrite() {
        transaction.executeWithoutResult(status -> {
            mapper.note(ticket, "never");
            assertThat(states.move(TICKETS, ticket, PAID)).isEqualTo(new Move.Moved<>(PAID, 2));
            status.setRollbackOnly();
        });
        assertThat(stored()).isEqualTo("OPEN 1 null");
        transaction.executeWithoutResult(status -> {
            mapper.note(ticket, "kept");
            assertThat(states.move(TICKETS, ticket, PAID).moved()).isTrue();
        });
        assertThat(stored()).isEqualTo("PAID 2 kept");
        assertThat(inOne(() -> states.move(TICKETS, ticket, PAID))).isInstanceOf(Move.AlreadyThere.class);
        assertThat(inOne(() -> states.lock(TICKETS, ticket))).contains(new Current<>(PAID, 2, null));
    }

    @Test
    void outsideOfAWritingTransactionItIsRefused() {
        assertThatThrownBy(() -> states.move(TICKETS, ticket, PAID))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("No transaction");
        if (database.kind() != TestDatabase.SQLITE) { // which refuses a read-only transaction by itself
            TransactionTemplate reading =
                    new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
            reading.setReadOnly(true);
            assertThatThrownBy(() -> reading.execute(status -> states.move(TICKETS, ticket, PAID)))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("read-only");
        }
        assertThat(stored()).isEqualTo("OPEN 1 null");
    }

    @Test
    void whatJpaHasNotSentYetIsThereForTheMove() {
        String fresh = ticket + "-jpa";
        transaction.executeWithoutResult(status -> {
            entities.persist(new VersionedTicket(fresh));
            assertThat(states.move(TICKETS, fresh, PAID).moved()).isTrue();
        });
        ticket = fresh;
        assertThat(stored()).isEqualTo("PAID 1 null");
    }

    /** The trap itself, so that it is known: the copy was loaded before the move and is saved after it. */
    @Test
    void aNaiveCopyThatIsNotPassedAlongBringsTheOldStateBack() {
        change(NaiveTicket.class, copy -> states.move(TICKETS, ticket, PAID));
        assertThat(stored()).isEqualTo("OPEN 1 changed");
    }

    @Test
    void aCopyThatIsPassedAlongIsReadAnewAndSavesOnlyItsOwnChange() {
        change(NaiveTicket.class, copy -> {
            states.move(TICKETS.to(PAID), ticket, copy);
            assertThat(copy.status()).isEqualTo(PAID);
            assertThat(copy.version()).isEqualTo(2);
        });
        assertThat(stored()).isEqualTo("PAID 2 changed");
        inOne(() -> states.move(TICKETS, ticket, USED));
        change(NaiveTicket.class, copy -> states.move(TICKETS.to(VOID), ticket, copy));
        assertThat(stored()).isEqualTo("USED 3 changed");
    }

    @Test
    void aCopyWhoseStateIsNotUpdatableSavesOnlyItsOwnChange() {
        change(GuardedTicket.class, copy -> states.move(TICKETS, ticket, PAID));
        assertThat(stored()).isEqualTo("PAID 2 changed");
    }

    @Test
    void aVersionedCopyFromBeforeTheMoveIsRefusedInTheSameTransaction() {
        assertThatThrownBy(() -> change(VersionedTicket.class, copy -> states.move(TICKETS, ticket, PAID)))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(stored()).isEqualTo("OPEN 1 null");
        change(VersionedTicket.class, copy -> states.move(TICKETS.to(PAID), ticket, copy));
        assertThat(stored()).isEqualTo("PAID 3 changed");
    }

    /** Case B54 b: the callback commits while the checkout holds an older copy, which it then saves. */
    @Test
    void aCheckoutThatHoldsAnOlderCopyCannotUndoTheCallback() {
        VersionedTicket older = inOne(() -> entities.find(VersionedTicket.class, ticket));
        inOne(() -> states.move(TICKETS.to(PAID).by("callback"), ticket));
        older.note("checkout");
        assertThatThrownBy(() -> inOne(() -> entities.merge(older))).isInstanceOf(OptimisticLockException.class);
        assertThat(stored()).isEqualTo("PAID 2 null");
        assertThatThrownBy(() -> inOne(() -> states.move(TICKETS.to(USED), ticket, older)))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("not managed");
        assertThat(stored()).isEqualTo("PAID 2 null");
    }

    @Test
    void mybatisDoesNotAnswerFromBeforeTheMove() {
        transaction.executeWithoutResult(status -> {
            assertThat(mapper.statusOf(ticket)).isEqualTo(OPEN);
            states.move(TICKETS, ticket, PAID);
            assertThat(mapper.statusOf(ticket)).isEqualTo(PAID);
        });
    }

    @Test
    void aMoveInAGuardedRunCarriesItsOperation() {
        Operation paying = Operation.named("ticket.pay").by("alice").key(ticket);
        application.getBean(Yici.class).once(paying, ticket, String.class, () -> {
            assertThat(states.move(TICKETS, ticket, PAID).moved()).isTrue();
            return "paid";
        });
        assertThat(inOne(() -> states.lock(TICKETS, ticket)).orElseThrow().movedBy())
                .isEqualTo(paying.id().toString());
    }

    @Test
    void rowsAreEnteredAndChangedInTheSameWay() {
        String fresh = ticket + "-entered";
        assertThat(inOne(() -> states.enter(TICKETS.in(VOID), fresh))).isEqualTo(new Move.Moved<>(VOID, 1));
        assertThat(inOne(() -> states.enter(TICKETS.in(OPEN), fresh)))
                .isEqualTo(new Move.Refused<>(OPEN, VOID, 1, null));
        VersionedUpdate notes = VersionedUpdate.on("tickets").key("ticket_no");
        assertThat(inOne(() -> states.update(notes.set("note", "a"), fresh, 1))).isEqualTo(new Update.Updated(2));
        assertThat(inOne(() -> states.update(notes.set("note", "b"), fresh, 1))).isEqualTo(new Update.Stale(2));
        assertThat(inOne(() ->
                        states.change(notes, fresh, (row, update) -> update.set("note", row.getString("note") + "b"))))
                .isEqualTo(new Update.Updated(3));
        ticket = fresh;
        assertThat(stored()).isEqualTo("VOID 3 ab");
    }

    /** Loads a copy, lets something happen, and changes the copy's note, all in one transaction. */
    private <T extends Ticket> void change(Class<T> mapping, Consumer<T> meanwhile) {
        transaction.executeWithoutResult(status -> {
            T copy = Objects.requireNonNull(entities.find(mapping, ticket));
            meanwhile.accept(copy);
            copy.note("changed");
        });
    }

    private <T> T inOne(Supplier<T> part) {
        return Objects.requireNonNull(transaction.execute(status -> part.get()));
    }

    private String stored() {
        return jdbc.sql("select status, version, note from tickets where ticket_no = ?")
                .param(ticket)
                .query((row, number) -> row.getString(1) + " " + row.getLong(2) + " " + row.getString(3))
                .single();
    }
}
