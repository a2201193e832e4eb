package io.yici.example.orders.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;

/**
 * Answers a browser with a page that says what happened, what state things are in and what to do, under the status that
 * a program would get. Stands before every advice, since only a resolver can leave an address to the others, and writes
 * the page itself, for filters that refuse as well. The page holds nothing of the session, since a refusal that is
 * recorded is shown again later.
 */
@Component
final class PageRefusals implements HandlerExceptionResolver {
    private static final Logger log = LoggerFactory.getLogger(PageRefusals.class);

    private final ViewResolver views;
    private final LocaleResolver languages;

    PageRefusals(@Qualifier("thymeleafViewResolver") ViewResolver views, LocaleResolver languages) {
        this.views = views;
        this.languages = languages;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        if (!PageRequests.wantsPage(request) || response.isCommitted()) {
            return null;
        }
        Refused refused = Refused.by(thrown);
        if (refused.fault()) {
            log.error("A page failed", thrown);
        }
        try {
            response.setStatus(refused.status());
            if (refused.waits()) {
                response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            }
            render(request, response, model(request, refused));
            return new ModelAndView();
        } catch (Exception broken) {
            log.error("No page could be made of a refusal", broken);
            return null;
        }
    }

    private void render(HttpServletRequest request, HttpServletResponse response, Map<String, Object> model)
            throws Exception {
        // In front of the dispatcher nobody has said in which language.
        request.setAttribute(DispatcherServlet.LOCALE_RESOLVER_ATTRIBUTE, languages);
        View view = views.resolveViewName("refusal", languages.resolveLocale(request));
        if (view == null) {
            throw new IllegalStateException("there is no page for refusals");
        }
        view.render(model, request, response);
    }

    private static Map<String, Object> model(HttpServletRequest request, Refused refused) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        boolean sent = request.getMethod().equals("POST");
        Advice advice = sent ? Advice.onForm(refused) : Advice.onLooking(refused);
        Map<String, Object> model = new HashMap<>();
        model.put("refused", refused);
        model.put("advice", advice);
        model.put("back", back(path));
        model.put("order", path.startsWith("/orders/") && !path.equals("/orders/new"));
        if (sent && advice.remedy().equals("again")) {
            model.put("action", path);
            model.put("fields", fields(request));
        }
        return model;
    }

    /** Where the form is that was sent, or what it is about. */
    private static String back(String path) {
        List<String> parts = List.of(path.split("/"));
        if (path.equals("/orders")) {
            return "/orders/new";
        }
        return parts.size() > 2 && parts.get(1).equals("orders") ? "/orders/" + parts.get(2) : "/";
    }

    /** What was sent, token and all, but for the protection against forged requests, which the new form has itself. */
    private static Map<String, List<String>> fields(HttpServletRequest request) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (Enumeration<String> names = request.getParameterNames(); names.hasMoreElements(); ) {
            String name = names.nextElement();
            if (!name.equals("_csrf")) {
                fields.put(name, List.of(request.getParameterValues(name)));
            }
        }
        return fields;
    }
}
