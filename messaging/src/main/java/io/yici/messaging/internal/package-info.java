/** What the bindings to brokers have in common. */
@NullMarked
package io.yici.messaging.internal;

import org.jspecify.annotations.NullMarked;
