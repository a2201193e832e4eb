/** How long the page looks for what follows from an order; an older one has none. */
const SOON = 30_000;

/** Shipments and points of the buyer; null where another service has them. */
export async function loadFollowUps(read) {
  const [shipments, points] = await Promise.all([read('/api/shipments'), read('/api/points')]);
  return shipments && points ? new FollowUps(shipments, points.bookings) : null;
}

class FollowUps {
  constructor(shipments, bookings) {
    this.shipments = new Map(shipments.map(shipment => [shipment.orderNo, shipment.status]));
    this.points = new Map(bookings.filter(booking => !booking.takenBack).map(booking => [booking.orderNo, booking.points]));
  }

  /** Whether something that was just done has not got here yet. */
  isBehind(orders) {
    return orders.some(order => Date.now() - new Date(order.createdAt) < SOON
      && (!this.shipments.has(order.orderNo) || (order.status === 'CANCELLED' && this.shipments.get(order.orderNo) === 'OPEN')));
  }
}

/** The line below an order's state. */
export function followUps(order, followed, say, element) {
  const status = followed?.shipments.get(order.orderNo);
  if (!status) {
    return [];
  }
  const points = followed.points.get(order.orderNo) ?? 0;
  const parts = [say('shipments')[status], ...(points > 0 ? [say('points')(points)] : [])];
  return [element('span', { className: 'hint follow-ups', textContent: parts.join(' · ') })];
}
