import { spawnSync } from 'node:child_process'
import { testDatabaseName, testServer } from '@/lib/testing/harnesses/database'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { openIntruder } from '@/lib/testing/harnesses/audit-log-intruder'

/** The command as an operator runs it, against the test's own database. */
function verify(...args: string[]) {
  const ownerUrl = Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${testDatabaseName()}` })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit-verify.mjs', ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_OWNER_URL: ownerUrl.toString(),
      DATABASE_WORKER_URL: process.env.TEST_DATABASE_WORKER_URL,
      NODE_OPTIONS: '',
    },
  })
  return { status, said: (stdout + stderr).trim() }
}

test('the command says of each trail how much of it holds and where it is broken, and ends accordingly', async () => {
  const intruder = await openIntruder()
  const [intact, tampered] = [await intruder.makeAuditLog(3, 2), await intruder.makeAuditLog(2, 3, 2)]
  await intruder.addRows(intact, 4)
  const whole = /^intact .*: 5 chained, 4 not chained yet$/
  // Each start of the program takes a second or two.
  if (isFullProfile) expect(verify(intact)).toEqual({ status: 0, said: expect.stringMatching(whole) })
  await intruder.run(tampered, [`UPDATE audit_event SET event = 'product.created' WHERE position = 4`])
  const { status, said } = verify()
  expect(status).toBe(1)
  expect(said.split('\n').toSorted()).toEqual([
    expect.stringMatching(
      `^BROKEN .*${tampered}.*: between entries 3 and 5, one of them was edited or moved; 2 before it hold, 0 not chained yet$`,
    ),
    expect.stringMatching(whole),
  ])
  if (isFullProfile) expect(verify('no-id')).toEqual({ status: 2, said: 'There is no company of the id "no-id".' })
}, 120_000)
