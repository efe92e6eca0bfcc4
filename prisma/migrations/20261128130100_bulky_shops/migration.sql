-- Whether what a shop sells is over the largest measures, so that each order pays the charge for a bulky item.
ALTER TABLE "shop_terms" ADD COLUMN "bulky" BOOLEAN NOT NULL DEFAULT false;
