package io.yici.example.orders.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.util.UriComponentsBuilder;

/** What the head of every page shows: who is signed in, and where the same page is in the other language. */
@ControllerAdvice(basePackageClasses = PageModel.class)
final class PageModel {
    @ModelAttribute
    void add(HttpServletRequest request, @Nullable Principal user, Model model) {
        model.addAttribute("user", user == null ? null : user.getName());
        model.addAttribute("here", here(request));
    }

    /** Without the choice of a language, which the link puts there. */
    private static String here(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        return UriComponentsBuilder.fromPath(path)
                .query(request.getQueryString())
                .replaceQueryParam("lang")
                .build()
                .toUriString();
    }
}
