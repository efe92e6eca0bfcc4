-- A fee that the platform names and no rule knows. On its own: a new value may not be used in the transaction that adds it.
ALTER TYPE "DiscrepancyCause" ADD VALUE 'other_fee' AFTER 'ads_top_up';
