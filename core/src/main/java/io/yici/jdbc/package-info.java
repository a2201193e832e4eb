/** The transactional store on plain {@code java.sql}, and {@link io.yici.jdbc.JdbcYici}, the door to it. */
@NullMarked
package io.yici.jdbc;

import org.jspecify.annotations.NullMarked;
