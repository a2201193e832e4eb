/** Fulfilment as a service of its own, on its own database, fed by a broker. */
@NullMarked
package io.yici.example.fulfilment.app;

import org.jspecify.annotations.NullMarked;
