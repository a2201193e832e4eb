<%@ page contentType="text/html; charset=UTF-8" pageEncoding="UTF-8" %>
<!DOCTYPE html>
<html lang="zh">
<body>
<form method="post" action="/form" data-yici="order">
${yiciTokens.issue('order.form').hiddenField()}
<input name="order" value="茶">
</form>
<script type="module" src="/webjars/yici/forms.js"></script>
</body>
</html>
