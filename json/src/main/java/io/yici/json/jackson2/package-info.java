/** The binding to Jackson 2 ({@code com.fasterxml.jackson}); loaded only where that is on the class path. */
@NullMarked
package io.yici.json.jackson2;

import org.jspecify.annotations.NullMarked;
