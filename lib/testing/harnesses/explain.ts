import { withOrganization, type Db } from '@/lib/core/db'
import { Prisma, type PrismaClient } from '@/lib/generated/prisma/client'

/** The plan of every statement that `run` sends, as the app's role with the tenant set; with `isMeasured` as it went, and what it read. */
export async function explain(
  organizationId: string,
  run: (db: Db) => Promise<unknown>,
  { isMeasured = false } = {},
): Promise<string> {
  const plans: string[] = []
  const command = isMeasured ? Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)` : Prisma.sql`EXPLAIN`
  const explaining = <T extends Db>(db: T): T =>
    withMember(db, '$queryRaw', async (words: TemplateStringsArray | Prisma.Sql, ...values: Prisma.Sql[]) => {
      const query = words instanceof Prisma.Sql ? words : Prisma.sql(words, ...values)
      const lines = await db.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`${command} ${query}`)
      plans.push(...lines.map((line) => line['QUERY PLAN']))
      return db.$queryRaw(query)
    })
  const shared = globalThis as { mascatePrisma?: PrismaClient }
  // The first call of a process opens the client.
  if (!shared.mascatePrisma) await withOrganization({ organizationId }, async () => undefined)
  const client = shared.mascatePrisma!
  type Options = { maxWait?: number; timeout?: number }
  // Reads outside a transaction carry the tenant in their statement.
  shared.mascatePrisma = withMember(
    explaining(client),
    '$transaction',
    (work: (db: Db) => Promise<unknown>, options: Options) =>
      client.$transaction((db) => work(explaining(db)), options),
  )
  try {
    await withOrganization({ organizationId }, run)
  } finally {
    shared.mascatePrisma = client
  }
  return plans.join('\n')
}

const withMember = <T extends object>(target: T, name: keyof T, member: unknown): T =>
  new Proxy(target, { get: (_, key) => (key === name ? member : (Reflect.get(target, key) as unknown)) })
