package io.yici.jdbc;

import java.util.function.UnaryOperator;

/**
 * The statements of leases and fences. A row is the name's for good until it is tidied away; only its owner, its times
 * and its fence change.
 *
 * @param look tells whether somebody has the name, with 1; no row when nobody ever had
 * @param insert makes the row of a name, free, with fence 0, which never commits
 * @param take takes a free name and draws its next fence
 * @param draw draws the next fence alone
 * @param fence reads the fence
 * @param raise sets the fence where it is lower, as it is when nobody else is changing it
 * @param renew starts the owner's time anew
 * @param holds tells, with a row, whether the name is the owner's
 * @param release frees the owner's name
 * @param begin takes the writer's place where there is only one; else empty
 * @param idle selects and locks names that nobody has had or drawn for a while, passing over rows in use
 * @param delete deletes a row
 */
record LeaseStatements(
        String look,
        String insert,
        String take,
        String draw,
        String fence,
        String raise,
        String renew,
        String holds,
        String release,
        String begin,
        String idle,
        String delete) {
    private static final String HELD = "lease_until > {now}";

    static LeaseStatements of(Dialect dialect, TableNames names) {
        UnaryOperator<String> text = each -> names.in(each).replace("{now}", dialect.now());
        return new LeaseStatements(
                text.apply("SELECT CASE WHEN " + HELD + " THEN 1 ELSE 0 END FROM {lease} WHERE id = ?"),
                text.apply(dialect.insertAbsent()
                        .replace("{insert}", "INSERT INTO {lease} (id, name, owner, fence, lease_until, drawn_at)")
                        .replace("{values}", "?, ?, '', 0, 0, {now}")),
                text.apply("UPDATE {lease} SET owner = ?, lease_until = {now} + ?, fence = fence + 1, drawn_at = {now}"
                        + " WHERE id = ? AND NOT " + HELD),
                text.apply("UPDATE {lease} SET fence = fence + 1, drawn_at = {now} WHERE id = ?"),
                text.apply("SELECT fence FROM {lease} WHERE id = ?"),
                text.apply("UPDATE {lease} SET fence = ? WHERE id = ? AND fence < ?"),
                text.apply("UPDATE {lease} SET lease_until = {now} + ? WHERE id = ? AND owner = ? AND " + HELD),
                text.apply("SELECT 1 FROM {lease} WHERE id = ? AND owner = ? AND " + HELD),
                text.apply("UPDATE {lease} SET owner = '', lease_until = 0 WHERE id = ? AND owner = ?"),
                text.apply(dialect.isSqlite() ? "DELETE FROM {lease} WHERE id IS NULL" : ""),
                text.apply("SELECT id, fence FROM {lease}"
                        + " WHERE drawn_at <= {now} - ? AND lease_until <= {now} - ? AND id <> ?"
                        + " ORDER BY drawn_at LIMIT ?" + (dialect.isSqlite() ? "" : " FOR UPDATE SKIP LOCKED")),
                text.apply("DELETE FROM {lease} WHERE id = ?"));
    }
}
