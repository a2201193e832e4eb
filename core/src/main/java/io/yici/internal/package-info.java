/** The engine, which decides; imported by nobody outside this module. */
@NullMarked
package io.yici.internal;

import org.jspecify.annotations.NullMarked;
