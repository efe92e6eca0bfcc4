import { createTestOrganization } from '@/lib/testing/factories/factories'
import { findBuyers } from './views'

// One member who searches without a pause would take every connection of the process, and so every company's.
test('one search of a company runs and three wait; the next is refused with a request to retry, and another company is answered', async () => {
  const [one, other] = [await createTestOrganization(), await createTestOrganization()]
  const many = Array.from({ length: 7 }, () => findBuyers(one.owner, { query: '11 99999-0000' }))
  const beside = findBuyers(other.owner, { query: '11 99999-0000' })
  const settled = await Promise.allSettled(many)
  expect(settled.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ])
  for (const one of settled.slice(4)) expect(one).toMatchObject({ reason: { code: 'tooManyRequests' } })
  expect(await beside).toEqual({ buyers: [], more: false })
})
