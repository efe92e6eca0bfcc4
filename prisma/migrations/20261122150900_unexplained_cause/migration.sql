-- What no cause explains can be asked for as such: of cases alone, reconciliation never finds it as a cause.
ALTER TYPE "DiscrepancyCause" ADD VALUE 'unexplained';
