/** One key for each logical call of an OpenFeign client. */
@NullMarked
package io.yici.http.client.feign;

import org.jspecify.annotations.NullMarked;
