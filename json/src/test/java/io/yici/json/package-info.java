/** What a codec owes, and what makes two requests the same, on both Jackson lines. */
@NullMarked
package io.yici.json;

import org.jspecify.annotations.NullMarked;
