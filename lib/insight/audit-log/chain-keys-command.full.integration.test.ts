// Full form: starts the program twice, some seconds each. Default: lib/insight/audit-log/chain-keys.integration.test.ts and lib/insight/audit-log/verify-command.integration.test.ts.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { env } from '@/lib/core/env'
import { asWorker, testDatabaseName, testServer } from '@/lib/testing/harnesses/database'
import { openIntruder } from '@/lib/testing/harnesses/audit-log-intruder'
import { keyInForce } from './chain-keys'
import { chainAuditLog } from './chain-audit-log'

type Keys = { AUDIT_CHAIN_KEY: string; PREVIOUS_AUDIT_CHAIN_KEYS: string[] }
const FIRST = Buffer.alloc(32, 2).toString('base64')
const SECOND = randomBytes(32).toString('base64')
const THIRD = randomBytes(32).toString('base64')
const withKeys = (AUDIT_CHAIN_KEY: string, ...PREVIOUS_AUDIT_CHAIN_KEYS: string[]) =>
  void Object.assign(env() as Keys, { AUDIT_CHAIN_KEY, PREVIOUS_AUDIT_CHAIN_KEYS })
afterEach(() => withKeys(FIRST))

/** Four entries under the first key, three under the second, two under the third. */
async function chainOfThreeKeys() {
  const intruder = await openIntruder()
  const grow = async (organizationId: string, rows: number) => {
    await intruder.addRows(organizationId, rows)
    await asWorker(() => chainAuditLog(organizationId))
  }
  withKeys(FIRST)
  const organizationId = await intruder.makeAuditLog(2, 2)
  withKeys(SECOND, FIRST)
  const secondId = keyInForce().id
  await grow(organizationId, 3)
  withKeys(THIRD, SECOND, FIRST)
  await grow(organizationId, 2)
  return { organizationId, secondId }
}

test('the command tells a missing key from a broken trail, and ends with 2', async () => {
  const { organizationId, secondId } = await chainOfThreeKeys()
  const ownerUrl = Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${testDatabaseName()}` })
  const verify = (...previous: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit-verify.mjs', organizationId], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_OWNER_URL: ownerUrl.toString(),
        DATABASE_WORKER_URL: process.env.TEST_DATABASE_WORKER_URL,
        AUDIT_CHAIN_KEY: THIRD,
        PREVIOUS_AUDIT_CHAIN_KEYS: previous.join(','),
        NODE_OPTIONS: '',
      },
    })
    return { status, said: (stdout + stderr).trim() }
  }
  expect(verify(SECOND, FIRST)).toMatchObject({ status: 0, said: expect.stringMatching(/^intact .*: 9 chained/) })
  expect(verify(FIRST)).toEqual({
    status: 2,
    said: expect.stringMatching(`^NO KEY .*: between entries 5 and 7, the key ${secondId} that chained them is not`),
  })
})
