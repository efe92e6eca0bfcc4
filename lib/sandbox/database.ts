import pg from 'pg'

/** A connection inside a transaction, or the pool. 64-bit columns come as BigInt, `numeric` as text. */
export type Database = Pick<pg.ClientBase, 'query'>

type GetTypeParser = typeof pg.types.getTypeParser

const INT8 = 20
const INT8_ARRAY = 1016
const POOL_SIZE = 10

export function openPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    options: '-c search_path=shopee_sandbox -c timezone=UTC',
    types: {
      getTypeParser: ((oid: number) =>
        oid === INT8 ? BigInt : oid === INT8_ARRAY ? readBigInts : pg.types.getTypeParser(oid)) as GetTypeParser,
    },
  })
  // An idle connection that breaks is replaced at its next use; unheard, its error would end the process.
  pool.on('error', () => undefined)
  // The same of one in use: its query is rejected, which is enough.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

// The text form of an array of numbers, {1,2}, which nothing else in this schema nests.
const readBigInts = (text: string) => (text.match(/-?\d+/g) ?? []).map(BigInt)

export async function inTransaction<T>(pool: pg.Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}
