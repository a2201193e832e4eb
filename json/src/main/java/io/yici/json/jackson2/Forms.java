package io.yici.json.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.CalendarSerializer;
import com.fasterxml.jackson.databind.ser.std.DateSerializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.text.DateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The JDK values that Jackson 2 writes in another form than Jackson 3; here they get the form of Jackson 3. */
final class Forms {
    private Forms() {}

    static @Nullable JsonSerializer<?> serializer(JavaType type) {
        if (type.hasRawClass(Locale.class)) {
            return new LanguageTags();
        }
        if (type.isTypeOrSubTypeOf(Calendar.class)) {
            return new UtcCalendars();
        }
        return type.isTypeOrSubTypeOf(Date.class) && !type.hasRawClass(java.sql.Time.class) ? new UtcDates() : null;
    }

    private static String utc(Date date, SerializerProvider context) {
        DateFormat format = (DateFormat) context.getConfig().getDateFormat().clone();
        return format.format(date).replace("+00:00", "Z");
    }

    private static final class UtcDates extends DateSerializer {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Date value, JsonGenerator generator, SerializerProvider context) throws IOException {
            generator.writeString(utc(value, context));
        }
    }

    private static final class UtcCalendars extends CalendarSerializer {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Calendar value, JsonGenerator generator, SerializerProvider context) throws IOException {
            generator.writeString(utc(value.getTime(), context));
        }
    }

    private static final class LanguageTags extends StdScalarSerializer<Locale> {
        private static final long serialVersionUID = 1L;

        LanguageTags() {
            super(Locale.class);
        }

        @Override
        public void serialize(Locale value, JsonGenerator generator, SerializerProvider context) throws IOException {
            generator.writeString(value.equals(Locale.ROOT) ? "" : value.toLanguageTag());
        }
    }

    /** Reads what {@link LanguageTags} writes. */
    static final class Locales extends StdScalarDeserializer<Locale> {
        private static final long serialVersionUID = 1L;

        Locales() {
            super(Locale.class);
        }

        @Override
        public Locale deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Locale.forLanguageTag(parser.getText());
        }
    }
}
