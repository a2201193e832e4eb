package io.yici.lease;

/** Numbers that only grow, one row of a database for each name. Thread-safe. */
public interface Fences {
    /**
     * Draws the next fence of a name, higher than every one drawn for it before by anybody, also after the name was
     * forgotten for having been idle. Blocks for one short transaction on a connection of its own.
     *
     * @throws io.yici.store.StoreException when the database cannot be asked; a number may then be skipped
     */
    long draw(LeaseName name);
}
