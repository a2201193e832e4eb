package io.yici.spring.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;
import org.springframework.web.servlet.support.RequestContextUtils;

/**
 * Renders the page that the application's exception handling has chosen for a refusal. In front of the dispatcher
 * nobody else does, nor has anybody said in which language.
 */
final class RefusalView {
    private RefusalView() {}

    static void render(ModelAndView chosen, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        WebApplicationContext context = Objects.requireNonNull(
                RequestContextUtils.findWebApplicationContext(request, request.getServletContext()),
                "application context of the request");
        Locale language = language(request, context);
        if (chosen.getStatus() != null) {
            response.setStatus(chosen.getStatus().value());
        }
        try {
            view(chosen, language, context).render(chosen.getModelMap(), request, response);
        } catch (RuntimeException | IOException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IOException("The page of a refusal cannot be rendered", failed);
        }
    }

    private static Locale language(HttpServletRequest request, WebApplicationContext context) {
        if (RequestContextUtils.getLocaleResolver(request) == null
                && context.containsBean(DispatcherServlet.LOCALE_RESOLVER_BEAN_NAME)) {
            request.setAttribute(
                    DispatcherServlet.LOCALE_RESOLVER_ATTRIBUTE,
                    context.getBean(DispatcherServlet.LOCALE_RESOLVER_BEAN_NAME, LocaleResolver.class));
        }
        return RequestContextUtils.getLocale(request);
    }

    private static View view(ModelAndView chosen, Locale language, WebApplicationContext context) throws Exception {
        View given = chosen.getView();
        if (given != null) {
            return given;
        }
        String name = String.valueOf(chosen.getViewName());
        List<ViewResolver> resolvers =
                new ArrayList<>(BeanFactoryUtils.beansOfTypeIncludingAncestors(context, ViewResolver.class)
                        .values());
        AnnotationAwareOrderComparator.sort(resolvers);
        for (ViewResolver resolver : resolvers) {
            @Nullable View found = resolver.resolveViewName(name, language);
            if (found != null) {
                return found;
            }
        }
        throw new ServletException("There is no view named '" + name + "', which an exception handler has chosen.");
    }
}
