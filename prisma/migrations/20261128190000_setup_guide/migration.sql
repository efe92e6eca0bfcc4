-- When a member put the setup guide of this company away; null: it is shown until the company is through.
ALTER TABLE "membership" ADD COLUMN "guide_hidden_at" TIMESTAMPTZ(3);
