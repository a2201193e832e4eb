/** Tests of the gateway, over real sockets and with real processes. */
@NullMarked
package io.yici.example.gateway;

import org.jspecify.annotations.NullMarked;
