/** The protocol's rules, tried by case and by chance. */
@NullMarked
package io.yici.http;

import org.jspecify.annotations.NullMarked;
