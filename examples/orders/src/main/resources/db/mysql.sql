CREATE TABLE IF NOT EXISTS product (
  sku VARCHAR(32) PRIMARY KEY,
  name_en VARCHAR(100) NOT NULL,
  name_zh VARCHAR(100) NOT NULL,
  price_cents BIGINT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 0)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS orders (
  order_no VARCHAR(32) PRIMARY KEY,
  buyer VARCHAR(100) NOT NULL,
  sku VARCHAR(32) NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  amount_cents BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  status VARCHAR(16) NOT NULL DEFAULT 'NEW' CHECK (status IN ('NEW', 'PAYING', 'PAID', 'CANCELLED')),
  version INTEGER NOT NULL DEFAULT 0,
  moved_by VARCHAR(64),
  captured_cents BIGINT NOT NULL DEFAULT 0,
  refunded_cents BIGINT NOT NULL DEFAULT 0,
  CHECK (refunded_cents BETWEEN 0 AND captured_cents),
  FOREIGN KEY (sku) REFERENCES product (sku),
  INDEX orders_by_buyer (buyer, created_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS payment (
  payment_no VARCHAR(32) PRIMARY KEY,
  order_no VARCHAR(32) NOT NULL,
  channel VARCHAR(20) NOT NULL,
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  status VARCHAR(16) NOT NULL CHECK (status IN ('SETTLING', 'CAPTURED', 'DECLINED')),
  charge_id VARCHAR(64),
  reason VARCHAR(200),
  created_at BIGINT NOT NULL,
  settled_at BIGINT,
  FOREIGN KEY (order_no) REFERENCES orders (order_no),
  INDEX payment_by_order (order_no, created_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS refund (
  refund_no VARCHAR(32) PRIMARY KEY,
  order_no VARCHAR(32) NOT NULL,
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  status VARCHAR(16) NOT NULL CHECK (status IN ('SETTLING', 'DONE', 'FAILED')),
  why VARCHAR(200) NOT NULL,
  reason VARCHAR(200),
  created_at BIGINT NOT NULL,
  settled_at BIGINT,
  FOREIGN KEY (order_no) REFERENCES orders (order_no),
  INDEX refund_by_order (order_no, created_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO product (sku, name_en, name_zh, price_cents, quantity) VALUES
  ('TEA-1', 'Longjing green tea, 100 g', '龙井绿茶 100 克', 6800, 1000),
  ('TEA-2', 'Aged Pu''er, 357 g cake', '陈年普洱 357 克', 12800, 200),
  ('CUP-1', 'Celadon cup', '青瓷杯', 4500, 60),
  ('POT-1', 'Zisha teapot', '紫砂壶', 38800, 5)
ON DUPLICATE KEY UPDATE sku = product.sku;
