-- no transaction
-- contract: the next migration makes it with the day, which row security asks for since 20261130162720, from 0.1.0
DROP INDEX CONCURRENTLY IF EXISTS settlement_to_come;
