import { onceFetch, openIntent, resume, tokensFrom } from '/webjars/yici/index.js';
import { asScript, writing } from './service.js';
import { canSay, say } from './said.js';

const ORDERS = '/api/orders';

const at = id => document.getElementById(id);
const form = at('order');
const intent = openIntent(`order:${form.dataset.user}`, {
  fetchToken: tokensFrom('/api/tokens?operation=order.create', { headers: asScript }),
});
let busy = false;

async function order() {
  const wanted = { sku: form.elements.sku.value, quantity: form.elements.quantity.valueAsNumber };
  tell('sending', say('sending'));
  const outcome = await onceFetch(ORDERS, { method: 'POST', headers: writing(), body: JSON.stringify(wanted) }, {
    intent,
    deadline: Number(form.dataset.deadline),
    onAttempt: ({ status, wait }) => addTry(say('again', status ?? say('no-answer'), (wait / 1000).toFixed(1))),
  });
  await show(outcome, wanted);
}

async function show({ kind, key, replayed, response, problem, error }, wanted) {
  if (kind === 'done') {
    const { orderNo } = await response.json().catch(() => ({}));
    if (!orderNo) {
      // Not from the service, as a page of the network one is in.
      tell('unknown', say('unknown'), link('/orders', say('orders-link')));
      return;
    }
    tell(kind, say(replayed ? 'replayed' : 'done', orderNo), link(`/orders/${orderNo}`, say('to-order')));
    location.assign(`/orders/${encodeURIComponent(orderNo)}`);
  } else if ((response ?? error?.cause)?.status === 401 || problem.code === 'forbidden') {
    // Signing out has taken the cookie's token away, too, and then a write is forbidden before anybody asks who.
    tell(kind, say(kind === 'unknown' ? 'signed-out-unknown' : 'signed-out'), link(`/orders/new?${new URLSearchParams(wanted)}`, say('sign-in-link')));
  } else if (problem.code === 'key-expired') {
    tell(kind, say(problem.code), link('/orders', say('orders-link')), linkToAnother(key));
  } else if (kind === 'refused') {
    tell(kind, say(canSay(problem.code ?? '') ? problem.code : 'refused'), link('/orders', say('orders-link')));
  } else if (kind === 'mismatch') {
    tell(kind, say(kind), link('/orders', say('orders-link')), link('/orders/new', say('anew-link')));
  } else {
    tell(kind, say(kind), ...(kind === 'not-sent' ? [] : [link('/orders', say('orders-link'))]));
  }
}

/** After a reload: what came of an order that was sent from here and got no answer. */
async function tellOfEarlier() {
  const kept = new Map();
  const another = [];
  for (const { kind, key, status } of await resume(intent, '/idempotency/order.create/status', { init: { headers: asScript } })) {
    if (status === 'expired') {
      kept.set(status, say('key-expired'));
      another.push(linkToAnother(key));
    } else {
      kept.set(kind, say({ done: 'before-done', refused: 'before-refused', absent: 'before-absent' }[kind] ?? 'before-unknown'));
    }
  }
  if (kept.size > 0 && !busy) {
    tell([...kept.keys()][0], [...kept.values()].join(' '), link('/orders', say('orders-link')), ...another);
  }
}

function tell(kind, text, ...links) {
  at('answer').hidden = false;
  at('answer').dataset.kind = kind;
  at('verdict').textContent = text;
  at('next').replaceChildren(...links);
  if (kind === 'sending') {
    at('tries').replaceChildren();
  }
}

function addTry(text) {
  at('tries').append(Object.assign(document.createElement('li'), { textContent: text }));
}

function link(href, textContent) {
  return Object.assign(document.createElement('a'), { href, textContent });
}

/** What nobody remembers the end of keeps its key, and is not ordered again, until somebody says so. */
function linkToAnother(key) {
  const another = link('/orders/new', say('anew-link'));
  another.addEventListener('click', () => intent.settle(key, 'dropped'));
  return another;
}

/** One at a time. The button keeps the focus, and says that it is at work. */
async function send() {
  if (busy) {
    return;
  }
  setBusy(true);
  try {
    await order();
  } finally {
    setBusy(false);
  }
}

function setBusy(is) {
  busy = is;
  for (const element of [form, at('send')]) {
    element.setAttribute('aria-busy', String(is));
  }
}

/** In cents, which are whole. */
function showTotal() {
  const cents = Math.round(Number(form.querySelector('[name=sku]:checked')?.dataset.price ?? 0) * 100);
  const quantity = form.elements.quantity.valueAsNumber;
  at('total').textContent = Number.isInteger(quantity) ? `¥ ${(cents * quantity / 100).toFixed(2)}` : '';
}

form.addEventListener('submit', event => {
  event.preventDefault();
  send();
});
form.addEventListener('input', showTotal);
addEventListener('pageshow', showTotal);
at('sum').classList.remove('reserved');
showTotal();
intent.ready().catch(() => {}); // what the token is fetched for tells of it
if (intent.unresolved.length > 0) {
  tellOfEarlier();
}
