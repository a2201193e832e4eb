package io.yici.spring.service;

import io.yici.services.TestDatabase;

class H2GuardedCallsTest extends GuardedCallsContract {
    H2GuardedCallsTest() {
        super(TestDatabase.H2);
    }
}
