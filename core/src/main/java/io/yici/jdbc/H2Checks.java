package io.yici.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be wrong with an H2 database. */
record H2Checks(Questions ask, List<String> problems, List<String> warnings) {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");
    private static final int SKIPS_LOCKED = 2_002_220;

    void run() throws SQLException {
        String text = ask.text("SELECT H2VERSION()");
        Matcher version = VERSION.matcher(text);
        if (version.matches() && number(version) < SKIPS_LOCKED) {
            problems.add("H2 " + text + " cannot pass over locked rows. Use H2 2.2.220 or newer.");
        }
        warnings.add("H2 forgives what other databases punish: that something works on it proves nothing for them. Test"
                + " on the database you run.");
    }

    private static int number(Matcher version) {
        return (Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2))) * 1000
                + Integer.parseInt(version.group(3));
    }
}
