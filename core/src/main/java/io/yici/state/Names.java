package io.yici.state;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** Names of tables and columns, which go into statements as they are given. */
final class Names {
    private static final String PLAIN = "[A-Za-z_][A-Za-z0-9_]{0,62}";
    private static final String NAME = "(?:" + PLAIN + "|\"" + PLAIN + "\"|`" + PLAIN + "`)";
    private static final Pattern COLUMN = Pattern.compile(NAME);
    private static final Pattern TABLE = Pattern.compile("(?:" + NAME + "\\.)?" + NAME);

    private Names() {}

    static String table(String name) {
        Objects.requireNonNull(name, "table");
        return checked(TABLE, "table", name);
    }

    static String column(String argument, String name) {
        Objects.requireNonNull(name, argument);
        return checked(COLUMN, argument, name);
    }

    /** A name as the database may tell it: without quotes and schema, in lower case. */
    static String bare(String name) {
        return unquoted(name.substring(name.indexOf('.') + 1)).toLowerCase(Locale.ROOT);
    }

    static String unquoted(String name) {
        return name.replaceAll("[\"`]", "");
    }

    private static String checked(Pattern pattern, String argument, String name) {
        if (!pattern.matcher(name).matches()) {
            throw new IllegalArgumentException(argument + " must be ASCII letters, digits and underscores, not starting"
                    + " with a digit, at most 63, quoted if it is a reserved word, not '" + name + "'");
        }
        return name;
    }
}
