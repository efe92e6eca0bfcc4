-- What each report told of a day stands for itself: 'general', 'gmv_max', and 'both' what the two tell alike, taken off once.
ALTER TABLE ads_spend ADD COLUMN report TEXT NOT NULL DEFAULT 'general';
ALTER TABLE ads_spend DROP CONSTRAINT ads_spend_pkey, ADD CONSTRAINT ads_spend_pkey PRIMARY KEY (organization_id, shop_id, day, report, item_id);
