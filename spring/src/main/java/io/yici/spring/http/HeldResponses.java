package io.yici.spring.http;

/** Makes responses that are held back, as large as the route allows. */
record HeldResponses(long memoryLimit) {
    HeldResponse behind(Asked asked) {
        return new HeldResponse(
                asked.response(),
                new HeldBody(memoryLimit, asked.route().rules().responseLimit()));
    }
}
