import { randomUUID } from 'node:crypto'
import { Prisma, type PrismaClient } from '@/lib/generated/prisma/client'
import { withOrganization, type Db } from '@/lib/core/db'

type Count = { name: string; read: bigint }

/**
 * How many rows `run` reads of each of these tables through lib/core/db, in SQL functions too: of the table from end to end, and entries of
 * its indexes. Counted by PostgreSQL in the transaction itself; what a connection did before counts until it is reported, hence both times.
 */
export async function countRowsRead(
  tables: readonly string[],
  run: () => Promise<unknown>,
): Promise<Map<string, number>> {
  const sums = new Map<string, number>(tables.map((name) => [name, 0]))
  const count = (db: Db) => db.$queryRaw<Count[]>`
    SELECT t.name, (pg_stat_get_xact_tuples_returned(t.name::regclass) + coalesce((
      SELECT sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) FROM pg_index i WHERE i.indrelid = t.name::regclass), 0))::bigint AS read
    FROM unnest(${tables}::text[]) t(name)`
  const measured =
    <T>(work: (db: Db) => Promise<T>) =>
    async (db: Db) => {
      // Rows that another process of the server reads are not counted here.
      await db.$executeRaw`SET LOCAL max_parallel_workers_per_gather = 0`
      const before = new Map((await count(db)).map(({ name, read }) => [name, read]))
      const answer = await work(db)
      for (const { name, read } of await count(db))
        sums.set(name, sums.get(name)! + Number(read - (before.get(name) ?? 0n)))
      return answer
    }
  const shared = globalThis as { mascatePrisma?: PrismaClient }
  // The client is made at its first use, which this may be.
  if (!shared.mascatePrisma) await withOrganization({ organizationId: randomUUID() }, async () => undefined)
  const client = shared.mascatePrisma!
  type Options = { maxWait?: number; timeout?: number }
  const members: Partial<Record<keyof PrismaClient, unknown>> = {
    $transaction: (work: (db: Db) => Promise<unknown>, options: Options) =>
      client.$transaction(measured(work), options),
    $queryRaw: (words: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      client.$transaction(measured((db) => db.$queryRaw('sql' in words ? words : Prisma.sql(words, ...values)))),
  }
  shared.mascatePrisma = new Proxy(client, {
    get: (_, key) => members[key as keyof PrismaClient] ?? (Reflect.get(client, key) as unknown),
  })
  try {
    await run()
    return sums
  } finally {
    shared.mascatePrisma = client
  }
}
