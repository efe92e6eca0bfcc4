import sharp from 'sharp'
import { addEvidenceAction } from '@/lib/sales/packing/actions'
import { answerReturnAction } from '@/lib/connect/sync/actions'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  placeToShip,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { sendProofs } from './send-proofs'
import { pollReturns } from '../inbound/sync-returns'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
  await signInAs(harness.company.owner)
})

const poll = () => asWorker(() => pollReturns(harness.shop, new Date(Date.now() + 1000)))
const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)

async function requestedReturn() {
  const order = await placeToShip(harness)
  for (const name of ['ship', 'pick-up', 'deliver']) await step(harness, order.code, name)
  const kind = 'refund_only'
  const { returnSn } = await platform().admin<{ returnSn: string }>('return', { orderSn: order.code, kind })
  await readAgain(harness, [order.code])
  await poll()
  const [row] = await sql<{ id: string; version: number }>('SELECT id, version FROM order_return WHERE number = $1', [
    returnSn,
  ])
  return { order, returnSn, id: row!.id, version: row!.version }
}

async function photograph(orderId: string, returnId: string | null = null) {
  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const photo = new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' })
  dataOf(await addEvidenceAction(envelope(harness.company), { orderId, returnId, photo }))
}

async function dispute({ id, version }: { id: string; version: number }) {
  const answer = { kind: 'dispute', email: 'loja@example.com', text: 'Foi entregue.', reasonId: 2 } as const
  dataOf(await answerReturnAction(envelope(harness.company), { returnId: id, version, answer }))
}

const proofOf = async (returnSn: string) =>
  (
    await platform().platform.pool.query<{ seller_proof_status: string; proof: { image: { url: string }[] } | null }>(
      'SELECT seller_proof_status, proof FROM returns WHERE return_sn = $1',
      [returnSn],
    )
  ).rows[0]!

test('the bench’s photos reach the platform once a dispute asks for proof, and once only', async () => {
  const [mine, other] = [await requestedReturn(), await requestedReturn()]
  await photograph(mine.order.id)
  await photograph(mine.order.id, mine.id)
  await photograph(other.order.id)
  await dispute(mine)
  await poll()
  const sent = await proofOf(mine.returnSn)
  expect(sent).toMatchObject({ seller_proof_status: 'UPLOADED', proof: { image: [{}, {}] } })
  expect(await sql('SELECT proof_status FROM order_return WHERE id = $1', [mine.id])).toEqual([
    { proof_status: 'UPLOADED' },
  ])
  await poll()
  expect(await proofOf(mine.returnSn)).toEqual(sent)
  expect(await proofOf(other.returnSn)).toMatchObject({ proof: null })
  expect(await listAuditEvents(harness.company, 'order.proofSent')).toHaveLength(1)
})

test('without a photo the platform goes on asking; a proof that it refuses waits for a person', async () => {
  const late = await requestedReturn()
  await dispute(late)
  await poll()
  expect(await proofOf(late.returnSn)).toMatchObject({ seller_proof_status: 'PENDING', proof: null })
  await photograph(late.order.id)
  await platform().platform.pool.query(`UPDATE returns SET seller_proof_status = 'NOT_NEEDED' WHERE return_sn = $1`, [
    late.returnSn,
  ])
  await asWorker(() => sendProofs(harness.shop))
  expect(await sql(`SELECT subject, state FROM sync_failure WHERE state <> 'resolved'`)).toEqual([
    { subject: late.returnSn, state: 'dead' },
  ])
})
