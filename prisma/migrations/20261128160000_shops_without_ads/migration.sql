-- From which day on a shop does not advertise, as somebody said.
ALTER TABLE "shop" ADD COLUMN "no_ads_from" DATE;
