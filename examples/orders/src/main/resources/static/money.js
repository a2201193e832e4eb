const CHANNELS = ['alipay', 'wechat', 'card'];

/** Whether an answer leaves it open what became of the wish: then the same button asks again under the same key. */
export const settlesLater = outcome => outcome.status === 0 || outcome.status >= 500 || !outcome.final;

/** Where an order stands, and the buttons for what can be done with it. */
export function actions(order, say, element, act) {
  const shown = [element('span', { className: `status ${order.status.toLowerCase()}`, textContent: standing(order, say) })];
  if (order.status === 'NEW' || order.status === 'PAYING') {
    shown.push(pay(order, say, element, act));
    shown.push(button(say('cancel'), element, () => act(order, 'cancellation', 'order.cancel', {})));
  }
  const left = Math.round((order.paid - order.refunded) * 100) / 100;
  if (order.status === 'PAID' && left > 0) {
    shown.push(refund(order, left, say, element, act));
  }
  return shown;
}

function standing(order, say) {
  const parts = [say('states')[order.status]];
  if (order.settling) {
    parts.push(say('settling'));
  }
  if (order.refunded > 0) {
    parts.push(say('refundedOf')(order.refunded.toFixed(2), order.paid.toFixed(2)));
  }
  return parts.join(' · ');
}

function pay(order, say, element, act) {
  const channel = element('select', { ariaLabel: say('channel') },
    ...CHANNELS.map(name => element('option', { value: name, textContent: say('channels')[name] })));
  const press = button(say('pay'), element, () => act(order, 'payments', 'payment.pay', { channel: channel.value }));
  return element('span', { className: 'act' }, channel, press);
}

function refund(order, left, say, element, act) {
  const amount = element('input', { type: 'number', min: '0.01', max: String(left), step: '0.01', value: left.toFixed(2), ariaLabel: say('refund') });
  const press = button(say('refund'), element, () => act(order, 'refunds', 'payment.refund', { amount: amount.value }));
  return element('span', { className: 'act' }, amount, press);
}

function button(text, element, press) {
  const made = element('button', { type: 'button', className: 'quiet', textContent: text });
  made.addEventListener('click', press);
  return made;
}
