-- Files of the seller's that tell of the marketplace's money. On its own: a new value may not be used in the transaction that adds it.
ALTER TYPE "ImportKind" ADD VALUE 'money';
