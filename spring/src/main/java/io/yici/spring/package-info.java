/** What Spring users write: the annotation, and who the caller is. */
@NullMarked
package io.yici.spring;

import org.jspecify.annotations.NullMarked;
