package io.yici.state;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the texts that a CHECK constraint or an enum type allows a column, where it does nothing but list them. */
final class ValueList {
    private static final Pattern LITERAL = Pattern.compile("'((?:[^']|'')*)'");
    private static final Pattern CAST = Pattern.compile("::\\s*\"?[a-z_]+\"?(?: varying)?(?:\\(\\d+\\))?(?:\\[\\])?");
    /** What is left of a mere list: words that join its members, and the character sets of MySQL's literals. */
    private static final Pattern JOINTS =
            Pattern.compile("\\b(?:check|in|any|array|or|enum|_[a-z0-9]+)\\b|\\bcollate \\w+|[\\s=(),\\[\\]]");

    private ValueList() {}

    /** The values that {@code clause} lists for the column; empty when it says anything else. */
    static Optional<Set<String>> of(String clause, String column) {
        String text = clause.replace("\\'", "'");
        Set<String> values = new LinkedHashSet<>();
        Matcher literal = LITERAL.matcher(text);
        while (literal.find()) {
            values.add(literal.group(1).replace("''", "'"));
        }
        String rest = LITERAL.matcher(text).replaceAll("").toLowerCase(Locale.ROOT);
        rest = Names.unquoted(CAST.matcher(rest).replaceAll("")).replaceAll("\\b" + Names.bare(column) + "\\b", "");
        boolean mere = JOINTS.matcher(rest).replaceAll("").isEmpty();
        return mere && !values.isEmpty() ? Optional.of(values) : Optional.empty();
    }

    /** The clauses of all CHECK constraints in the text of a CREATE TABLE. */
    static List<String> checks(String createTable) {
        List<String> clauses = new ArrayList<>();
        Matcher check =
                Pattern.compile("\\bcheck\\s*\\(", Pattern.CASE_INSENSITIVE).matcher(createTable);
        while (check.find()) {
            clauses.add(createTable.substring(check.end(), endOf(createTable, check.end())));
        }
        return clauses;
    }

    private static int endOf(String text, int start) {
        int depth = 1;
        boolean quoted = false;
        for (int index = start; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (unit == '\'') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += unit == '(' ? 1 : unit == ')' ? -1 : 0;
            }
            if (depth == 0) {
                return index;
            }
        }
        return text.length();
    }
}
