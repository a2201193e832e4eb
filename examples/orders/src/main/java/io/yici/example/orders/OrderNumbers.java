package io.yici.example.orders;

import java.security.SecureRandom;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.springframework.stereotype.Component;

/**
 * Makes numbers of orders, payments and refunds such as {@code 20261129-7KQ2M9XTB4}: the UTC day and fifty random bits,
 * in an alphabet without look-alikes. A table's unique constraint is what makes them unique.
 */
@Component
public class OrderNumbers {
    private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

    private final SecureRandom random = new SecureRandom();

    /** The next one. */
    public String next() {
        StringBuilder number =
                new StringBuilder(LocalDate.now(ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE) + "-");
        random.ints(10, 0, ALPHABET.length).forEach(index -> number.append(ALPHABET[index]));
        return number.toString();
    }
}
