/** The binding to Jackson 3 ({@code tools.jackson}); loaded only where that is on the class path. */
@NullMarked
package io.yici.json.jackson3;

import org.jspecify.annotations.NullMarked;
