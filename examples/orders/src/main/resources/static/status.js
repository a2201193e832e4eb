import '/webjars/yici/forms.js';
import { guardForm } from '/webjars/yici/guard.js';
import { asScript, read } from './service.js';
import { say } from './said.js';
import { localTimes } from './times.js';

const SOONEST = 1_000;
const LATEST = 15_000;

const at = id => document.getElementById(id);
const forms = [...document.querySelectorAll('#actions form')];
let pause = SOONEST;
let timer = null;

/** Asks the API, which is little, and fetches the page only when something is not as it shows. */
async function look() {
  timer = null;
  if (document.hidden) {
    return;
  }
  const shown = at('status').dataset;
  const [order, shipments, points] = await Promise.all([
    read(`/api/orders/${shown.orderNo}`),
    shown.followed === 'true' ? read('/api/shipments') : null,
    shown.followed === 'true' ? read('/api/points') : null,
  ]);
  if (order && differs(shown, order, shipments, points)) {
    await refresh().then(() => { pause = SOONEST; }, () => {}); // what got lost is fetched at the next look
  }
  lookLater();
}

function differs(shown, order, shipments, points) {
  const shipment = shipments?.find(each => each.orderNo === order.orderNo)?.status;
  const booking = points?.bookings.find(each => each.orderNo === order.orderNo);
  return order.status !== shown.status
    || String(order.settling) !== shown.settling
    || order.refunded !== Number(shown.refunded)
    // The lists hold the latest only: what is in none of them is as it was.
    || (shipment ?? shown.shipment) !== shown.shipment
    || (booking ? booking.takenBack ? 0 : booking.points : Number(shown.points)) !== Number(shown.points);
}

/** Takes over from the page anew what has changed, and nothing that somebody is using. */
async function refresh() {
  const response = await fetch(location.pathname, { headers: { ...asScript, Accept: 'text/html' }, cache: 'no-store' });
  if (!response.ok || response.redirected) {
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('status');
  const status = at('status');
  const moved = fresh.dataset.status !== status.dataset.status || fresh.dataset.refunded !== status.dataset.refunded;
  Object.assign(status.dataset, fresh.dataset);
  at('standing').replaceChildren(...page.getElementById('standing').childNodes);
  at('way').replaceChildren(...page.getElementById('way').childNodes);
  localTimes(status);
  if (moved && !at('actions').querySelector('[aria-busy]')) {
    const hadFocus = at('actions').contains(document.activeElement);
    at('actions').replaceChildren(...page.getElementById('actions').childNodes);
    if (at('told').dataset.kind === 'asking') {
      tell(''); // no form is left to hear the answer
    }
    if (hadFocus) {
      at('content').focus();
    }
  }
}

function lookLater() {
  if (timer === null && at('status').dataset.settled !== 'true') {
    timer = setTimeout(look, pause);
    pause = Math.min(pause * 1.5, LATEST);
  }
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    clearTimeout(timer);
    timer = null;
  } else {
    pause = SOONEST;
    lookLater();
  }
});

/** What the guard of a form has found out about an earlier submission, and before, that it is asking. */
function tell(kind) {
  at('told').dataset.kind = kind;
  at('told').textContent = say(`resumed-${kind}`);
}

function tellOfAsking() {
  if (forms.some(form => form.isConnected && guardForm(form).intent.unresolved.length > 0)) {
    tell('asking');
  }
}

document.addEventListener('yici:resumed', ({ detail }) => tell(detail.kind));
addEventListener('pageshow', ({ persisted }) => persisted && tellOfAsking());
tellOfAsking();
lookLater();
