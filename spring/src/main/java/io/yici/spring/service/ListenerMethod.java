package io.yici.spring.service;

import javax.sql.DataSource;

/**
 * A guarded method that receives messages.
 *
 * @param title names it for people
 * @param callerIsGroup whether it runs on behalf of whoever the broker delivers to, because it names no caller
 * @param records where its records are
 */
public record ListenerMethod(String title, boolean callerIsGroup, DataSource records) {}
