package io.yici.json;

import io.yici.json.RefusedJsonException.Reason;

/**
 * A JSON number as sign, digits and exponent, read from its spelling. It never becomes a number of the machine, so
 * 1e999999999 costs as much as 1.
 */
record CanonicalNumber(boolean negative, String digits, long exponent) {
    /** Longest exponent that is read, in digits; far beyond any use, and safe to add to in a long. */
    private static final int EXPONENT_DIGITS = 12;

    static CanonicalNumber of(String numeral, int limit) {
        int end = exponentMark(numeral);
        boolean negative = numeral.startsWith("-");
        int start = negative ? 1 : 0;
        int point = numeral.indexOf('.');
        String whole = numeral.substring(start, point < 0 ? end : point);
        String fraction = point < 0 ? "" : numeral.substring(point + 1, end);
        String digits = withoutLeadingZeros(whole + fraction);
        if (digits.length() > limit) {
            throw new RefusedJsonException(
                    Reason.NUMBER_TOO_LONG,
                    "a number of " + digits.length() + " digits is over the limit of " + limit + " digits");
        }
        long exponent = exponent(numeral, end) - fraction.length();
        return new CanonicalNumber(negative && !digits.isEmpty(), digits, exponent);
    }

    /** The form in which only the value counts: one way to write each number. */
    String withoutScale() {
        int last = digits.length();
        while (last > 0 && digits.charAt(last - 1) == '0') {
            last--;
        }
        return last == 0 ? "0" : written(digits.substring(0, last), exponent + digits.length() - last);
    }

    /** The form in which trailing zeros count too. */
    String withScale() {
        return written(digits.isEmpty() ? "0" : digits, exponent);
    }

    private String written(String shown, long power) {
        return (negative ? "-" : "") + shown + (power == 0 ? "" : "e" + power);
    }

    private static int exponentMark(String numeral) {
        int mark = Math.max(numeral.indexOf('e'), numeral.indexOf('E'));
        return mark < 0 ? numeral.length() : mark;
    }

    private static long exponent(String numeral, int mark) {
        if (mark == numeral.length()) {
            return 0;
        }
        char sign = numeral.charAt(mark + 1);
        String digits = withoutLeadingZeros(numeral.substring(sign == '+' || sign == '-' ? mark + 2 : mark + 1));
        if (digits.length() > EXPONENT_DIGITS) {
            throw new RefusedJsonException(
                    Reason.NUMBER_TOO_LONG,
                    "an exponent of " + digits.length() + " digits is over the limit of " + EXPONENT_DIGITS);
        }
        long value = digits.isEmpty() ? 0 : Long.parseLong(digits);
        return sign == '-' ? -value : value;
    }

    private static String withoutLeadingZeros(String digits) {
        int first = 0;
        while (first < digits.length() && digits.charAt(first) == '0') {
            first++;
        }
        return digits.substring(first);
    }
}
