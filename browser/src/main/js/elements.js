// Properties of a form are hidden by its fields of the same name, attributes are not.
export const elementsOf = form => [...Reflect.get(HTMLFormElement.prototype, 'elements', form)];
export const requestSubmit = (form, submitter) => HTMLFormElement.prototype.requestSubmit.call(form, submitter);
/** What an attribute of a form says for a submission: the button's own comes first. */
export const attributeOf = (form, name, submitter) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
