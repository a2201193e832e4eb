/** What callers of an API see when answers are lost, late or refused. */
@NullMarked
package io.yici.http.client;

import org.jspecify.annotations.NullMarked;
