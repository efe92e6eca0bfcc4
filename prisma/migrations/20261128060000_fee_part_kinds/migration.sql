-- Apart from what uses them: a value of an enum is not known in the transaction that adds it.
ALTER TYPE "FeePartKind" ADD VALUE 'individual_volume';
ALTER TYPE "FeePartKind" ADD VALUE 'bulky';
ALTER TYPE "FeePartKind" ADD VALUE 'freight_voucher';
