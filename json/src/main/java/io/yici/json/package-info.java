/** JSON for stored answers and for fingerprints: what a codec keeps exact, and what makes two requests the same. */
@NullMarked
package io.yici.json;

import org.jspecify.annotations.NullMarked;
