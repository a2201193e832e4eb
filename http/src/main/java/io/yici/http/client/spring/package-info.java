/** One key for each logical call of a Spring {@code RestClient} or {@code RestTemplate}; runs on Spring 6.2 and 7. */
@NullMarked
package io.yici.http.client.spring;

import org.jspecify.annotations.NullMarked;
