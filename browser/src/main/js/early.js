// A classic script for the head of a page. A form that is sent before the page's modules have run would go without the key
// they keep for it: such a submission waits until they have, and of several the first, as in a guarded form.
(() => {
  const { submit, requestSubmit } = HTMLFormElement.prototype;
  const isPost = (form, submitter) =>
    (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? '').toLowerCase() === 'post';
  let held = null;
  const hold = event => {
    const { target: form, submitter } = event;
    if (isPost(form, submitter)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      held ??= () => requestSubmit.call(form, submitter);
    }
  };
  const sendBy = form => typeof form.submit === 'function' ? form.submit() : submit.call(form);
  addEventListener('submit', hold, true);
  HTMLFormElement.prototype.submit = function submitLater() {
    // A form that is guarded has a submit of its own, which has come here.
    if (isPost(this) && !Object.hasOwn(this, 'submit')) {
      held ??= () => sendBy(this);
    } else {
      submit.call(this);
    }
  };
  // Modules run before this event, or never.
  addEventListener('DOMContentLoaded', () => {
    removeEventListener('submit', hold, true);
    HTMLFormElement.prototype.submit = submit;
    held?.();
  });
})();
