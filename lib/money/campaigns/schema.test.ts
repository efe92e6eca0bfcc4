import { newId } from '@/lib/core/ids'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { createCampaignInput } from './schema'

const shopId = newId()
const campaign = {
  shopId,
  name: '12.12',
  fromDay: '2026-12-01',
  toDay: '2026-12-05',
  isHighlight: true,
  leastMargin: 150_000,
}
const line = { listingId: newId(), priceCents: 5990n, units: 10 }

test('whatever a form can hold is refused in words that both languages have', () => {
  const wrong: object[] = [
    { name: '' },
    { name: 'x'.repeat(81) },
    { fromDay: '' },
    { toDay: '2026-13-01' },
    { toDay: '2026-11-30' },
    { leastMargin: -1 },
    { leastMargin: 950_000 },
    { leastMargin: 0.5 },
    { lines: [{ ...line, priceCents: 0n }] },
    { lines: [{ ...line, units: 0 }] },
    { lines: [{ ...line, units: 1_000_000 }] },
    { lines: [{ ...line, units: 2.5 }] },
  ]
  const wordsOf = (messages: object, key: string) =>
    key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], messages)
  for (const changes of wrong) {
    const read = createCampaignInput.safeParse({ ...campaign, ...changes })
    const keys = read.success ? [] : read.error.issues.map(({ message }) => message)
    expect([changes, keys.length]).not.toEqual([changes, 0])
    for (const key of keys) for (const messages of [pt, en]) expect(wordsOf(messages, key), key).toBeTypeOf('string')
  }
})
