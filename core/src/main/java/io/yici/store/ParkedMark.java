package io.yici.store;

/**
 * That a message is kept, without its content. The arrays are not copied; nobody writes to them.
 *
 * @param entry grows in the order in which messages came to be kept
 * @param id what it is
 * @param lane what keeps it in order
 * @param state how it stands
 */
public record ParkedMark(long entry, byte[] id, byte[] lane, ParkedState state) {}
