/** The HTTP door, tried over sockets against a running server. */
@NullMarked
package io.yici.spring.http;

import org.jspecify.annotations.NullMarked;
