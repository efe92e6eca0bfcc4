import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import pLimit from 'p-limit'
import { openPool } from './database-reach'

type Settings = Record<string, string>
type Beginning = { settings: Settings; state: 'asked' | 'taken' | 'done' }
type Connecting = { client: pg.Pool; startTransaction: SqlDriverAdapter['startTransaction'] }

// The client is one for the process, and Next loads a module more than once.
const shared = globalThis as { mascateBeginnings?: AsyncLocalStorage<Beginning | null> }
const beginnings = () => (shared.mascateBeginnings ??= new AsyncLocalStorage())

/**
 * Calls `open`, which opens one transaction through an adapter of ours: the settings hold in it, and end with it. They go to the server
 * with its BEGIN, in one message. A transaction that is opened within it begins without them.
 */
export async function beginWith<T>(settings: Settings, open: (assertBegun: () => void) => Promise<T>): Promise<T> {
  const beginning: Beginning = { settings, state: 'asked' }
  return beginnings().run(beginning, () =>
    open(() => {
      if (beginning.state !== 'done') throw new Error('The transaction did not begin with its settings')
    }),
  )
}

/** Calls `open`, which opens a transaction with no settings, wherever it is called. */
export const beginPlainly = <T>(open: () => Promise<T>): Promise<T> => beginnings().run(null, open)

const statementOf = ({ settings }: Beginning, isolationLevel?: string) => {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  )
  return `BEGIN${isolationLevel ? ` ISOLATION LEVEL ${isolationLevel}` : ''}; SELECT ${set.join(', ')}`
}

/** The connection as it is, except that the first it is asked has to be BEGIN, and `statement` goes in its place. */
function sayInstead(connection: pg.PoolClient, statement: string): pg.PoolClient {
  const first = async (config: pg.QueryConfig) => {
    Reflect.deleteProperty(connection, 'query')
    if (config.text !== 'BEGIN') throw new Error('A transaction has to begin with BEGIN')
    const results = (await connection.query({ text: statement })) as unknown as pg.QueryResult[]
    return results[0]!
  }
  return Object.assign(connection, { query: first })
}

/** Prisma reads several relations of a record at once; a transaction's connection takes one statement at a time. */
class DatabaseAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const plain = adapter as unknown as Connecting
    const start = plain.startTransaction
    adapter.startTransaction = async (isolationLevel) => {
      const beginning = beginnings().getStore()
      if (beginning?.state !== 'asked') return takeTurns(await start.call(plain, isolationLevel))
      beginning.state = 'taken'
      const statement = statementOf(beginning, isolationLevel)
      const connect = async () => sayInstead(await plain.client.connect(), statement)
      const transaction = await start.call(Object.create(plain, { client: { value: { connect } } }) as Connecting)
      beginning.state = 'done'
      return takeTurns(transaction)
    }
    return adapter
  }
}

function takeTurns(transaction: Transaction): Transaction {
  const oneAtATime = pLimit(1)
  const queryRaw = transaction.queryRaw.bind(transaction)
  const executeRaw = transaction.executeRaw.bind(transaction)
  transaction.queryRaw = (query) => oneAtATime(() => queryRaw(query))
  transaction.executeRaw = (query) => oneAtATime(() => executeRaw(query))
  return transaction
}

export const makeAdapter = (connectionString: string, max: number) =>
  new DatabaseAdapter(openPool(connectionString, max), { disposeExternalPool: true })
