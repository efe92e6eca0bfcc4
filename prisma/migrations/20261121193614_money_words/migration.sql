-- What a manual channel keeps of a sale, and how well an amount is known. Apart from their first use: a new value of an
-- enumeration cannot be used in the transaction that adds it.
ALTER TYPE "MoneyKind" ADD VALUE 'channel_fee' BEFORE 'other';
CREATE TYPE "MoneyBasis" AS ENUM ('settled', 'charged', 'estimated', 'typed');
