/** What must be shown on real databases: contracts, races, crashes and cut connections. */
@NullMarked
package io.yici.proof;

import org.jspecify.annotations.NullMarked;
