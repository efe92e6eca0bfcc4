-- What each report told of a day stands for itself: 'general', 'gmv_max', and 'both' what the two tell alike, taken off once.
ALTER TABLE ads_spend ADD COLUMN report TEXT NOT NULL DEFAULT 'general';
-- contract: a report of ads that the build before reads meanwhile fails whole, and is read again, from 0.1.0
ALTER TABLE ads_spend DROP CONSTRAINT ads_spend_pkey, ADD CONSTRAINT ads_spend_pkey PRIMARY KEY (organization_id, shop_id, day, report, item_id);
