CREATE TABLE IF NOT EXISTS shipment (
  order_no VARCHAR(32) PRIMARY KEY,
  buyer VARCHAR(100) NOT NULL,
  sku VARCHAR(32) NOT NULL,
  quantity INTEGER NOT NULL,
  status VARCHAR(16) NOT NULL CHECK (status IN ('OPEN', 'SHIPPED', 'CANCELLED')),
  created_at BIGINT NOT NULL,
  INDEX shipment_by_buyer (buyer, created_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS points_booking (
  order_no VARCHAR(32) PRIMARY KEY,
  buyer VARCHAR(100) NOT NULL,
  points BIGINT NOT NULL,
  status VARCHAR(16) NOT NULL CHECK (status IN ('BOOKED', 'TAKEN_BACK')),
  created_at BIGINT NOT NULL,
  INDEX points_booking_by_buyer (buyer, created_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS points_account (
  buyer VARCHAR(100) PRIMARY KEY,
  balance BIGINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
