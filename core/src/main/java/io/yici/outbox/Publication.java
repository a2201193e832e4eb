package io.yici.outbox;

/**
 * What came of publishing.
 *
 * @param messageId the message's id, the same on every resend
 * @param written false when an equal message is there already under this id; nothing was written then, and the
 *     transaction can go on
 */
public record Publication(String messageId, boolean written) {}
