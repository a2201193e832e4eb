import { followUps, loadFollowUps } from './fulfilment.js';
import { Intent } from './intent.js';
import { keyFor } from './keys.js';
import { actions, settlesLater } from './money.js';
import { texts } from './texts.js';
import { Wishes } from './wishes.js';

const at = id => document.getElementById(id);
const money = amount => `¥ ${Number(amount).toFixed(2)}`;

let language = localStorage.getItem('language') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
let products = [];
let orders = [];
let followed = null;
let intent = null;
let wishes = null;
let looking = null;
let underWay = 0;

const say = name => texts[language][name];

function translate() {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.title = `Yici · 一次 · ${say('title')}`;
  document.querySelectorAll('[data-text]').forEach(element => { element.textContent = say(element.dataset.text); });
  at('language').textContent = say('other');
  at('language').lang = language === 'zh' ? 'en' : 'zh-CN';
}

const csrfToken = () => document.cookie.split('; ').find(part => part.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length);

/** Sends a request as the signed-in page; a 401 shows the sign-in form, whatever was asked. */
async function call(path, options = {}) {
  const headers = { 'X-Requested-With': 'XMLHttpRequest', ...options.headers };
  if (options.method) {
    if (!csrfToken()) {
      // Signing out takes the token away; any answer brings a new one.
      await fetch('/api/session');
    }
    headers['X-XSRF-TOKEN'] = csrfToken() ?? '';
  }
  const response = await fetch(path, { ...options, headers });
  if (response.status === 401 && path !== '/login') {
    showSignIn(intent ? say('signedOut') : '');
  }
  return response;
}

/** What a path answers; null when it refuses, or nobody answers. */
async function read(path) {
  try {
    const response = await call(path);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function showSignIn(message) {
  at('shop').hidden = true;
  at('who').hidden = true;
  at('sign-in').hidden = false;
  at('sign-in-refused').textContent = message;
  at('sign-in').elements.username.focus();
}

async function open() {
  const session = await read('/api/session');
  if (!session?.user) {
    showSignIn('');
    return;
  }
  at('user').textContent = session.user;
  intent = Intent.of(session.user, () => keyFor('order.create', read));
  wishes = new Wishes(session.user);
  await showKey();
  await refresh();
  at('who').hidden = false;
  at('sign-in').hidden = true;
  at('shop').hidden = false;
}

async function refresh() {
  const [stock, mine, after] = await Promise.all([read('/api/stock'), read('/api/orders'), loadFollowUps(read)]);
  products = stock ?? products;
  orders = mine ?? orders;
  followed = after;
  if (!intent.sku && products.length > 0) {
    intent.choose(products[0].sku, intent.quantity);
  }
  show();
  lookAgainWhileSettling();
}

/** Money that is on its way settles by itself, and shipments come a moment later; the page looks until they have. */
function lookAgainWhileSettling() {
  clearTimeout(looking);
  if (intent && (orders.some(order => order.settling) || followed?.isBehind(orders))) {
    looking = setTimeout(at('orders').contains(document.activeElement) ? lookAgainWhileSettling : refresh, 2000);
  }
}

async function showKey() {
  at('token').value = await intent.ready();
  at('key').textContent = intent.key;
}

function show() {
  const names = new Map(products.map(product => [product.sku, language === 'zh' ? product.nameZh : product.nameEn]));
  showProducts(names);
  showForm();
  showAnswer();
  showOrders(names);
}

function showProducts(names) {
  const focused = at('products').contains(document.activeElement);
  at('products').replaceChildren(...products.map(product => {
    const radio = element('input', { type: 'radio', name: 'sku', value: product.sku, checked: product.sku === intent.sku, disabled: intent.state === 'unknown' });
    radio.addEventListener('change', () => choose(product.sku, intent.quantity));
    return element('label', { className: 'product' }, radio,
      element('span', { textContent: names.get(product.sku) }),
      element('span', { className: 'facts' },
        element('span', { textContent: money(product.price) }),
        element('span', { className: 'left', textContent: say('left')(product.quantity) })));
  }));
  if (focused) {
    at('products').querySelector(':checked')?.focus();
  }
}

function showForm() {
  const price = products.find(product => product.sku === intent.sku)?.price ?? 0;
  at('quantity').value = intent.quantity;
  at('quantity').disabled = intent.state === 'unknown';
  at('total').textContent = money(price * intent.quantity);
  at('token').value = intent.key ?? '';
  at('key').textContent = intent.key ?? '';
}

function showAnswer() {
  const { presses, order, code, state } = intent;
  at('answer').hidden = state === 'open' && !code;
  at('another').hidden = state === 'open';
  at('verdict').className = order ? 'good' : 'bad';
  if (order) {
    at('verdict').textContent = say('placed')(order.orderNo);
  } else if (underWay > 0 && presses.length === 0) {
    at('verdict').className = '';
    at('verdict').textContent = say('sending');
  } else {
    at('verdict').textContent = say('codes')[code] ?? say(state === 'answered' ? 'refused' : 'unknown');
  }
  const count = kind => presses.filter(press => press.kind === kind).length;
  at('counts').textContent = presses.length === 0 ? '' : say('counts')(presses.length, count('first'), count('replay'));
  at('presses').replaceChildren(...presses.map(press => element('li', { className: press.kind, textContent: pressText(press) })));
}

function pressText(press) {
  const word = press.kind === 'refused' ? (press.status || say('offline')) : say(press.kind);
  return `${word} · ${press.milliseconds} ms`;
}

function showOrders(names) {
  at('none').hidden = orders.length > 0;
  at('orders').hidden = orders.length === 0;
  at('orders').tBodies[0].replaceChildren(...orders.map(order => element('tr', { className: order.orderNo === intent.order?.orderNo ? 'new' : '' },
    element('td', {}, element('code', { textContent: order.orderNo })),
    element('td', { textContent: names.get(order.sku) ?? order.sku }),
    element('td', { className: 'figure', textContent: order.quantity }),
    element('td', { className: 'figure', textContent: money(order.amount) }),
    element('td', { textContent: new Date(order.createdAt).toLocaleString(document.documentElement.lang) }),
    element('td', {}, ...actions(order, say, element, act), ...followUps(order, followed, say, element)))));
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function choose(sku, quantity) {
  intent.choose(sku, quantity);
  showForm();
  showAnswer();
}

/** Every press is sent, even while another is under way: that one order comes of it is the service's promise. */
async function press() {
  const { sku, quantity } = intent;
  const key = await intent.ready();
  intent.sent();
  underWay += 1;
  show();
  const start = performance.now();
  const answer = await place(key, { sku, quantity });
  underWay -= 1;
  if (intent.key !== key || answer.status === 401) {
    return;
  }
  if (answer.code === 'token-expired') {
    intent.expired(answer.code);
    await showKey();
    show();
    return;
  }
  intent.answered({ kind: answer.kind, status: answer.status, milliseconds: Math.round(performance.now() - start) },
    answer.order, answer.code, answer.final);
  await refresh();
}

async function place(key, wanted) {
  try {
    const response = await call('/api/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(wanted),
    });
    const body = await response.json();
    if (response.ok) {
      const replayed = response.headers.get('Idempotent-Replayed') === 'true';
      return { kind: replayed ? 'replay' : 'first', status: response.status, order: body };
    }
    return { kind: 'refused', status: response.status, code: body.code, final: response.status < 500 && body.retryable === false };
  } catch {
    return { kind: 'refused', status: 0, code: null, final: false };
  }
}

/** Does what a button of an order says, once however often it is pressed, and says what came of it. */
async function act(order, path, operation, body) {
  const wish = `${order.orderNo}:${path}:${JSON.stringify(body)}`;
  const key = await wishes.key(wish, () => keyFor(operation, read));
  tell(order, say('sending'));
  const outcome = await ask(`/api/orders/${order.orderNo}/${path}`, key, body);
  if (outcome.final) {
    wishes.fulfilled(wish);
  }
  tell(order, outcome.ok ? '' : say('codes')[outcome.code] ?? say(settlesLater(outcome) ? 'settling' : 'notDone'));
  await refresh();
}

function tell(order, text) {
  at('told').textContent = text ? `${order.orderNo}: ${text}` : '';
}

async function ask(path, key, body) {
  try {
    const response = await call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    const final = response.ok || answer.code === 'token-expired' || (response.status < 500 && answer.retryable === false);
    return { ok: response.ok, final, code: answer.code, status: response.status };
  } catch {
    return { ok: false, final: false, code: null, status: 0 };
  }
}

at('order').addEventListener('submit', event => { event.preventDefault(); press(); });
at('quantity').addEventListener('input', () => {
  if (at('quantity').value !== '') {
    choose(intent.sku, at('quantity').valueAsNumber);
  }
});
at('another').addEventListener('click', async () => { intent.renew(); show(); await showKey(); });

at('sign-in').addEventListener('submit', async event => {
  event.preventDefault();
  const response = await call('/login', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
  if (response.ok) {
    event.target.reset();
    await open();
  } else {
    at('sign-in-refused').textContent = say('badLogin');
  }
});

at('sign-out').addEventListener('click', async () => {
  await call('/logout', { method: 'POST' });
  clearTimeout(looking);
  intent = null;
  showSignIn('');
});

at('language').addEventListener('click', () => {
  language = language === 'zh' ? 'en' : 'zh';
  localStorage.setItem('language', language);
  translate();
  if (intent) {
    show();
  }
});

translate();
open();
