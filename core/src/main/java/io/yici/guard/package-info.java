/**
 * What stands before the claim of an operation: tokens that a server signed, and hints that spare the database work.
 */
@NullMarked
package io.yici.guard;

import org.jspecify.annotations.NullMarked;
