/** What users call: operations, outcomes, refusals. */
@NullMarked
package io.yici;

import org.jspecify.annotations.NullMarked;
