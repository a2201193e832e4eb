CREATE TABLE IF NOT EXISTS product (
  sku VARCHAR(32) PRIMARY KEY,
  name_en VARCHAR(100) NOT NULL,
  name_zh VARCHAR(100) NOT NULL,
  price_cents BIGINT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 0)
);

CREATE TABLE IF NOT EXISTS orders (
  order_no VARCHAR(32) PRIMARY KEY,
  buyer VARCHAR(100) NOT NULL,
  sku VARCHAR(32) NOT NULL REFERENCES product (sku),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  amount_cents BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  status VARCHAR(16) NOT NULL DEFAULT 'NEW' CHECK (status IN ('NEW', 'PAYING', 'PAID', 'CANCELLED')),
  version INTEGER NOT NULL DEFAULT 0,
  moved_by VARCHAR(64),
  captured_cents BIGINT NOT NULL DEFAULT 0,
  refunded_cents BIGINT NOT NULL DEFAULT 0,
  CHECK (refunded_cents BETWEEN 0 AND captured_cents)
);

CREATE INDEX IF NOT EXISTS orders_by_buyer ON orders (buyer, created_at);

CREATE TABLE IF NOT EXISTS payment (
  payment_no VARCHAR(32) PRIMARY KEY,
  order_no VARCHAR(32) NOT NULL REFERENCES orders (order_no),
  channel VARCHAR(20) NOT NULL,
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  status VARCHAR(16) NOT NULL CHECK (status IN ('SETTLING', 'CAPTURED', 'DECLINED')),
  charge_id VARCHAR(64),
  reason VARCHAR(200),
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);

CREATE INDEX IF NOT EXISTS payment_by_order ON payment (order_no, created_at);

CREATE TABLE IF NOT EXISTS refund (
  refund_no VARCHAR(32) PRIMARY KEY,
  order_no VARCHAR(32) NOT NULL REFERENCES orders (order_no),
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  status VARCHAR(16) NOT NULL CHECK (status IN ('SETTLING', 'DONE', 'FAILED')),
  why VARCHAR(200) NOT NULL,
  reason VARCHAR(200),
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);

CREATE INDEX IF NOT EXISTS refund_by_order ON refund (order_no, created_at);

INSERT INTO product (sku, name_en, name_zh, price_cents, quantity) VALUES
  ('TEA-1', 'Longjing green tea, 100 g', '龙井绿茶 100 克', 6800, 1000),
  ('TEA-2', 'Aged Pu''er, 357 g cake', '陈年普洱 357 克', 12800, 200),
  ('CUP-1', 'Celadon cup', '青瓷杯', 4500, 60),
  ('POT-1', 'Zisha teapot', '紫砂壶', 38800, 5)
ON CONFLICT (sku) DO NOTHING;
