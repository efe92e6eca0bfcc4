import { spawnSync } from 'node:child_process'
import { inspect, testDatabaseName, testServer } from './database'

/** The command as an operator runs it, against the test's own database. */
export function recover(args: string[], own: Partial<NodeJS.ProcessEnv> = {}) {
  const ownerUrl = new URL(testServer().DATABASE_OWNER_URL)
  ownerUrl.pathname = `/${testDatabaseName()}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/owner-recover.mjs', ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_OWNER_URL: ownerUrl.toString(),
      DATABASE_WORKER_URL: process.env.TEST_DATABASE_WORKER_URL,
      NODE_OPTIONS: '',
      ...own,
    } as NodeJS.ProcessEnv,
  })
  return { status, said: stdout + stderr }
}

export const ownersOf = async (organizationId: string) =>
  (await inspect<{ user_id: string }>(organizationId, `SELECT user_id FROM membership WHERE role = 'owner'`)).map(
    ({ user_id }) => user_id,
  )
