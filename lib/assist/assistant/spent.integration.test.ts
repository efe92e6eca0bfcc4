import { env } from '@/lib/core/env'
import { getIntegrationsFor } from '../integrations/views'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { countUsage, dayTokens, isUsedUp } from './limits'

const used = { input: 100_000, output: 10_000 }

test('the model’s usage is reported by day, month and person, only to those who manage integrations', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const company = await createTestOrganization()
  const owner = viewerOf(company)
  const manager = viewerOf({ owner: await addMember(company, 'manager') })
  const spentOf = async (asker: typeof owner) => (await getIntegrationsFor(asker as never, {})).connections!.spent
  expect(await spentOf(owner)).toBeNull()
  await countUsage(manager, used)
  vi.setSystemTime(new Date('2026-10-31T15:00:00Z'))
  await countUsage(owner, used)
  vi.setSystemTime(new Date('2026-11-03T15:00:00Z'))
  await countUsage(owner, used)
  await countUsage(manager, used)
  vi.setSystemTime(new Date('2026-11-20T16:00:00Z'))
  // 100,000 at US$0.30 and 10,000 at US$2.50 a million.
  const [once, twice] = [55_000, 110_000]
  const usage = { monthTokens: 220_000, monthMicros: String(twice), dayTokens: 110_000, dayMicros: String(once) }
  expect(await spentOf(owner)).toMatchObject({
    total: { monthTokens: 330_000, monthMicros: '165000', dayTokens: 110_000, dayMicros: String(once) },
    people: [
      { userId: manager.userId, ...usage },
      { userId: owner.userId, monthTokens: 110_000, monthMicros: String(once), dayTokens: 0, dayMicros: '0' },
    ],
  })
  expect(await spentOf(manager)).toBeNull()
  vi.useRealTimers()
})

test('the company’s limit of a day can be set, and a person has a fifth of it', () => {
  const before = env().ASSISTANT_DAY_TOKENS
  Object.assign(env(), { ASSISTANT_DAY_TOKENS: 1_000 })
  expect(dayTokens()).toEqual({ person: 200, organization: 1_000 })
  expect(isUsedUp({ person: 199, organization: 999, costMicros: 0n })).toBe(false)
  expect(isUsedUp({ person: 200, organization: 200, costMicros: 0n })).toBe(true)
  expect(isUsedUp({ person: 0, organization: 1_000, costMicros: 0n })).toBe(true)
  Object.assign(env(), { ASSISTANT_DAY_TOKENS: before })
})
