import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Transaction } from '@prisma/driver-adapter-utils'
import { openPool } from './database-reach'
import { makeTurns } from './turns'

/** Of a record's several relations Prisma asks all at once; a transaction's connection takes one statement at a time. */
class DatabaseAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => takeTurns(await start(isolationLevel))
    return adapter
  }
}

function takeTurns(transaction: Transaction): Transaction {
  const inTurn = makeTurns({ atOnce: 1, waiting: Infinity })
  const queryRaw = transaction.queryRaw.bind(transaction)
  const executeRaw = transaction.executeRaw.bind(transaction)
  transaction.queryRaw = (query) => inTurn(() => queryRaw(query))
  transaction.executeRaw = (query) => inTurn(() => executeRaw(query))
  return transaction
}

export const makeAdapter = (connectionString: string, max: number) =>
  new DatabaseAdapter(openPool(connectionString, max), { disposeExternalPool: true })
