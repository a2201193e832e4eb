/** Rows that move through declared states, and rows that change by version: one conditional update each. */
@NullMarked
package io.yici.state;

import org.jspecify.annotations.NullMarked;
