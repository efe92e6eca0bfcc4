import { openedCase, proof } from '@/lib/testing/samples/case-samples'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addProofAction } from './actions'
import { maxFiles } from './schema'

test('a case never holds more proofs than it may, however many are added at once', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const { id } = await openedCase(company)
  const files: string[] = []
  for (let n = 0; n < maxFiles + 3; n++) files.push(await proof(company))
  const add = (fileId: string) => addProofAction(envelope(company), { id, fileId })
  for (const fileId of files.slice(0, maxFiles - 1)) dataOf(await add(fileId))
  const answers = await withOwner(async (owner) => {
    await owner.query('BEGIN; LOCK TABLE stored_file IN SHARE MODE')
    const adding = Promise.all(files.slice(maxFiles - 1).map(add))
    // Each of them has counted by then, or waits for who has.
    const waiting = `SELECT DISTINCT pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database() WHERE NOT granted`
    while ((await owner.query(waiting)).rowCount! < 3) await new Promise((resolve) => setTimeout(resolve, 10))
    await owner.query('COMMIT')
    return adding
  })
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject({ error: 'caseFilesFull' })
  expect(await inspect(company.organizationId, 'SELECT 1 FROM case_file')).toHaveLength(maxFiles)
})
