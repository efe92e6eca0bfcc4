import { newId } from '@/lib/core/ids'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { eraseBuyerAction } from './actions'
import { eraseBuyer } from './erase-buyer'

const unknownBuyer = () => ({ orderId: newId(), onlyThis: false })
const codesOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'rejected' ? (one.reason as { code?: string }).code : 'erased'))

// Each holds a connection of the process's few for as long as two minutes.
test('two erasures run at once for any companies, and ten wait; the next is refused with a request to retry', async () => {
  const { owner } = await createTestOrganization()
  const companies = Array.from({ length: 14 }, () => ({ ...owner, organizationId: newId() }))
  const settled = await Promise.allSettled(companies.map((actor) => eraseBuyer(actor, unknownBuyer())))
  expect(codesOf(settled)).toEqual([
    ...Array.from({ length: 12 }, () => 'notFound'),
    ...Array.from({ length: 2 }, () => 'tooManyRequests'),
  ])
})

test('one erasure of a company runs and three wait; the next is refused with a request to retry', async () => {
  const { owner } = await createTestOrganization()
  const settled = await Promise.allSettled(Array.from({ length: 6 }, () => eraseBuyer(owner, unknownBuyer())))
  expect(codesOf(settled)).toEqual([
    ...Array.from({ length: 4 }, () => 'notFound'),
    ...Array.from({ length: 2 }, () => 'tooManyRequests'),
  ])
})

test('a member asks for twenty erasures in ten minutes at most', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const request = async () => {
    const answer = await eraseBuyerAction(envelope(company), unknownBuyer())
    return answer.ok ? 'erased' : answer.error
  }
  const answers: string[] = []
  for (let n = 0; n < 21; n += 1) answers.push(await request())
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 'notFound'), 'tooManyRequests'])
})
