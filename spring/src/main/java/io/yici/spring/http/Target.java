package io.yici.spring.http;

import java.util.List;
import java.util.Map;
import org.springframework.web.method.HandlerMethod;

/**
 * Where a request leads.
 *
 * @param handler the method that will answer
 * @param pattern how it is mapped
 * @param path the path of the request as it was looked up
 * @param variables its decoded path variables
 * @param matrixVariables what came after semicolons, where the application reads it
 */
record Target(
        HandlerMethod handler,
        String pattern,
        String path,
        Map<String, String> variables,
        List<String> matrixVariables) {

    /** What of the address narrows the operation. */
    List<String> scope() {
        return Scope.of(pattern, variables, path);
    }
}
