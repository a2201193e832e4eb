/** What users of a RestClient see. */
@NullMarked
package io.yici.http.client.spring;

import org.jspecify.annotations.NullMarked;
