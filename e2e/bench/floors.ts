import { createServer } from 'node:http'
import pg from 'pg'
import type { Db } from '../../lib/core/db'
import type { Prisma } from '../../lib/generated/prisma/client'

/** node's own server, answering the same bytes: what HTTP itself costs here. */
export async function serveBytes(body: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: () => new Promise((closed) => server.close(() => closed())),
  }
}

export type Statement = { text: string; values: unknown[] }

/** The statements that `run` would send. Each is answered with no rows, so `run` must not build on its rows. */
export async function statementsOf(run: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const { Prisma } = await import('../../lib/generated/prisma/client')
  const results: Statement[] = []
  const record = (words: TemplateStringsArray | Prisma.Sql, ...values: Prisma.Sql[]) => {
    const sql = 'text' in words ? words : Prisma.sql(words, ...values)
    results.push({ text: sql.text, values: [...sql.values] })
    return Promise.resolve([])
  }
  await run({ $queryRaw: record } as unknown as Db)
  return results
}

/** The same statements by the bare driver, in the tenant's transaction. */
export async function openBareDriver(appUrl: string, organizationId: string) {
  const client = new pg.Client({ connectionString: appUrl })
  // Ended with the database where the bench ends early.
  client.on('error', () => {})
  await client.connect()
  return {
    async run(statements: Statement[]) {
      await client.query('begin')
      await client.query(
        `select set_config('app.organization_id', $1, true), set_config('app.legal_entities', '', true)`,
        [organizationId],
      )
      for (const { text, values } of statements) await client.query(text, values)
      await client.query('commit')
    },
    stop: () => client.end(),
  }
}
