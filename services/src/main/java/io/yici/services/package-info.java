/** The real databases and Redis our own tests use, and a proxy that breaks the network between them and us. */
@NullMarked
package io.yici.services;

import org.jspecify.annotations.NullMarked;
