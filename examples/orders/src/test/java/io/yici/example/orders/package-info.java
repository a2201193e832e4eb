/** The order service, used over real sockets. */
@NullMarked
package io.yici.example.orders;

import org.jspecify.annotations.NullMarked;
