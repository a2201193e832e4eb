package io.yici.jdbc;

/**
 * The statements on Yici's tables.
 *
 * @param records on records
 * @param open on records whose work has left the database
 * @param steps on calls to other systems
 * @param finished on records of messages, several at once
 * @param parked on messages that are tried or parked
 * @param versions on the versions that messages brought
 * @param outbox on messages that go out
 * @param shards on the parts of the outbox and their holders
 */
record Tables(
        RecordTable records,
        OpenRecords open,
        StepTable steps,
        FinishedClaims finished,
        ParkedTable parked,
        VersionTable versions,
        OutboxTable outbox,
        ShardTable shards) {
    /** @param place names the database in which the tables are, for locks whose names a whole server shares */
    static Tables of(Dialect dialect, TableNames names, String place) {
        return new Tables(
                new RecordTable(dialect, names, place),
                new OpenRecords(dialect, names),
                new StepTable(dialect, names),
                new FinishedClaims(dialect, names),
                new ParkedTable(dialect, names),
                new VersionTable(dialect, names),
                new OutboxTable(dialect, names),
                new ShardTable(dialect, names));
    }
}
