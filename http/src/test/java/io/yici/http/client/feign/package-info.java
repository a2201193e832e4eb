/** What users of a Feign client see. */
@NullMarked
package io.yici.http.client.feign;

import org.jspecify.annotations.NullMarked;
