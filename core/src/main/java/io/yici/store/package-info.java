/** What authors of stores, codecs and caches implement. A store makes one step atomic and holds no policy. */
@NullMarked
package io.yici.store;

import org.jspecify.annotations.NullMarked;
