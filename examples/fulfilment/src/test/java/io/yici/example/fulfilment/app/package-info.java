/** Fulfilment fed by real brokers. */
@NullMarked
package io.yici.example.fulfilment.app;

import org.jspecify.annotations.NullMarked;
