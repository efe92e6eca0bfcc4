// Full form: every action is sent six times at once to a company of its own. Default: lib/insight/audit-log/one-entry.integration.test.ts.
import { actionSamples } from '@/lib/testing/samples/action-samples'
import { withOwner } from '@/lib/testing/harnesses/database'
import { listActions, type ActionInSource } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { plainSamples } from '@/lib/testing/samples/plain-samples'

const samples = { ...actionSamples, ...plainSamples }
const TIMES = 6

let actions: ActionInSource[]
beforeAll(async () => void (actions = await listActions()))

test.each(Object.keys(samples))('%s, six times at once, answers each caller in words', async (name) => {
  const { run, entry } = actions.find((action) => action.entry!.name === name)!
  const company = await createTestOrganization()
  const input = await samples[name]!(company)
  await signInAs(company.owner)
  const call = () => (entry!.right === null ? run(input) : run(envelope(company), input))
  const answers = await Promise.all(Array.from({ length: TIMES }, call))
  await withOwner((owner) => owner.query('DELETE FROM rate_limit'))
  const silent = answers.filter(({ ok, error }) => !ok && ['unexpected', 'unavailable'].includes(error!))
  expect(silent).toEqual([])
})
