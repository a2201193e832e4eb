/** Tests of the starter. */
@NullMarked
package io.yici.spring;

import org.jspecify.annotations.NullMarked;
