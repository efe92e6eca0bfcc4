import sharp from 'sharp'
import { POST } from '@/app/api/expenses/receipts/route'
import { GET } from '@/app/api/expenses/[id]/receipt/route'
import { can, ROLES } from '@/lib/core/permissions'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { createExpenseAction, updateExpenseAction } from './actions'
import { maxReceiptBytes } from './receipt-limits'

const bill = {
  description: 'Luz',
  amountCents: 100n,
  kind: 'fixed',
  dueOn: '2026-11-21',
  category: null,
  paidOn: null,
} as const
const pdf = Buffer.from('%PDF-1.7\nconteúdo')

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

async function upload(body: Buffer, fileName: string, organizationId = mine.organizationId) {
  const request = new Request(`http://localhost:3000/api/expenses/receipts?${new URLSearchParams({ fileName })}`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'x-organization-id': organizationId },
    body: new Uint8Array(body),
  })
  const answer = await POST(request, { params: Promise.resolve({}) })
  return (await answer.json()) as { ok: boolean; error?: string; data?: { id: string; name: string } }
}
const open = async (id: string) => GET(new Request('http://localhost:3000/'), { params: Promise.resolve({ id }) })
const files = () =>
  inspect<{ id: string; expires: boolean }>(
    mine.organizationId,
    `select id, expires_at is not null as expires from stored_file where kind = 'receipt' order by id`,
  )

test('a receipt is kept by what it holds, whatever it is called, and opened beside its expense', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  for (const [body, called, kept, type] of [
    [pdf, 'conta.jpg', 'conta.pdf', 'application/pdf'],
    [picture, 'foto.pdf', 'foto.webp', 'image/webp'],
  ] as const) {
    const { data } = await upload(body, called)
    expect(data!.name).toBe(kept)
    const { id } = dataOf(await createExpenseAction(envelope(mine), { ...bill, fileId: data!.id }))
    const answer = await open(id)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.headers.get('content-disposition')).toContain(kept)
    if (type === 'application/pdf') expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
    else await answer.body?.cancel()
  }
})

test('a file that is neither a PDF nor a picture, or is too large, is refused and leaves nothing', async () => {
  expect(await upload(Buffer.from('<html>%PDF-</html>'), 'a.pdf')).toMatchObject({ ok: false, error: 'receiptInvalid' })
  expect(await upload(Buffer.alloc(0), 'a.pdf')).toMatchObject({ ok: false, error: 'receiptInvalid' })
  const large = Buffer.concat([pdf, Buffer.alloc(maxReceiptBytes)])
  expect(await upload(large, 'a.pdf')).toMatchObject({ ok: false, error: 'fileTooLarge' })
  expect(await files()).toEqual([])
})

test('a receipt belongs to one expense, goes when it is replaced, and is no other company’s', async () => {
  const [first, second] = [(await upload(pdf, 'a.pdf')).data!, (await upload(pdf, 'b.pdf')).data!]
  const { id } = dataOf(await createExpenseAction(envelope(mine), { ...bill, fileId: first.id }))
  const taken = { ok: false, error: 'notFound', fields: { fileId: ['expenses.fields.receiptGone'] } }
  expect(await createExpenseAction(envelope(mine), { ...bill, fileId: first.id })).toEqual(taken)
  dataOf(await updateExpenseAction(envelope(mine), { ...bill, id, version: 1, fileId: second.id }))
  expect(await files()).toEqual([
    { id: first.id, expires: true },
    { id: second.id, expires: false },
  ])
  const theirs = await createTestOrganization()
  const third = (await upload(pdf, 'c.pdf')).data!
  await signInAs(theirs.owner)
  expect(await createExpenseAction(envelope(theirs), { ...bill, fileId: third.id })).toEqual(taken)
  expect((await open(id)).status).toBe(404)
  expect(await upload(pdf, 'd.pdf', mine.organizationId)).toMatchObject({ ok: false, error: 'organizationChanged' })
})

test.each(ROLES)('role %s sends and opens receipts only with the right to', async (role) => {
  const { id: fileId } = (await upload(pdf, 'a.pdf')).data!
  const { id } = dataOf(
    await createExpenseAction(envelope(mine), { ...bill, fileId, place: { type: 'entity', id: mine.legalEntityId } }),
  )
  await signInAs(await addMember(mine, role))
  const seesIt = can(role, 'money.read') && role !== 'accountant'
  // An accountant of no legal entity has the right, and sees no expense of any.
  expect((await open(id)).status).toBe(seesIt ? 200 : role === 'accountant' ? 404 : 403)
  expect((await upload(pdf, 'b.pdf')).ok).toBe(can(role, 'expense.write'))
})
