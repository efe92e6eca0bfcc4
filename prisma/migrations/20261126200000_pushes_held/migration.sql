-- A moment that the platform names, as with its limits, holds for the whole shop: kept at one listing alone, the others that wait would be
-- sent into the limit one after the other. It ends by itself.
ALTER TABLE "shop" ADD COLUMN "pushes_held_until" TIMESTAMPTZ(3);
