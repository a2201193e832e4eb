package io.yici.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A transaction can only be rolled back, because a part of it could not be undone or was undone behind our back. */
final class DoomedException extends SQLException {
    private static final long serialVersionUID = 1L;

    DoomedException(String message, @Nullable Throwable cause) {
        super(message, "25000", cause);
    }
}
