-- Each line of a rule says where it comes from; cheap items pay a share of their price; a rule says how half a cent is rounded.
CREATE TYPE "FeeRounding" AS ENUM ('halfUp', 'halfEven');
CREATE TYPE "FeeCertainty" AS ENUM ('announced', 'observed', 'open');

ALTER TABLE "fee_rule" ADD COLUMN "rounding" "FeeRounding" NOT NULL DEFAULT 'halfEven', ADD COLUMN "published" TEXT;

ALTER TABLE "fee_band" ADD COLUMN "cheap_below_cents" BIGINT,
  ADD COLUMN "cheap_rate" DECIMAL(18,6) NOT NULL DEFAULT 0,
  ADD COLUMN "source" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "read_on" DATE,
  ADD COLUMN "certainty" "FeeCertainty" NOT NULL DEFAULT 'open';

ALTER TABLE "fee_part" ADD COLUMN "cap_cents" BIGINT,
  ADD COLUMN "cheap_below_cents" BIGINT,
  ADD COLUMN "cheap_rate" DECIMAL(18,6) NOT NULL DEFAULT 0,
  ADD COLUMN "source" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "read_on" DATE,
  ADD COLUMN "certainty" "FeeCertainty" NOT NULL DEFAULT 'open';

-- ads_top_up stays for the build of before.
ALTER TABLE "shop_terms" ADD COLUMN "ads_top_up_rate" DECIMAL(18,6) NOT NULL DEFAULT 0, ADD COLUMN "high_volume" BOOLEAN;

-- The bands of a confirmed rule that the orders prove, by their first prices.
ALTER TABLE "fee_rule_check" ADD COLUMN "proved_from" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- What nearly all orders of a shop pay is a programme: asked once, and what was answered stands with the shop's terms.
ALTER TABLE "fee_rule_check" ADD COLUMN "programmes" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "shop_terms" ADD COLUMN "denied" TEXT[] DEFAULT ARRAY[]::TEXT[];
