-- AlterEnum
ALTER TYPE "DiscrepancyCause" ADD VALUE 'fees_kept' AFTER 'other_fee';
