// A classic script for the head of a page. A form that is sent before the page's modules have run would go without the key
// they keep for it: such a submission waits until they have.
(() => {
  let held = null;
  const hold = event => {
    const { target: form, submitter } = event;
    if ((submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? '').toLowerCase() === 'post') {
      event.preventDefault();
      event.stopImmediatePropagation();
      held = { form, submitter };
    }
  };
  addEventListener('submit', hold, true);
  // Modules run before this event, or never.
  addEventListener('DOMContentLoaded', () => {
    removeEventListener('submit', hold, true);
    if (held) {
      HTMLFormElement.prototype.requestSubmit.call(held.form, held.submitter);
    }
  });
})();
