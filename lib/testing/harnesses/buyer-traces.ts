import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openQuestion } from '@/lib/assist/assistant/threads'
import { openCases } from '@/lib/money/cases/open-cases'
import { withOrganization } from '@/lib/core/db'
import { recordFile, writeFile, type FileKind } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { changeOrderStatusAction, noteOrderAction, placeOrderAction } from '@/lib/sales/orders/actions'
import { propose } from '@/lib/assist/proposals/propose'
import { findProposalKind } from '@/lib/assist/proposals/registry'
import { readWebhookEvent } from '@/lib/shopee/webhook-event'
import { storeWebhookEvent } from '@/lib/connect/sync/webhook-events/receive-webhook-event'
import { plantAgentTask } from '../samples/agent-samples'
import { viewerOf } from '../samples/assistant-samples'
import { plantDifference } from './case-harness'
import { changeAsOwner, withOwner } from './database'
import { requestTestExport, runTask } from '../factories/exports'
import { envelope, signInAs, type TestOrganization } from '../factories/factories'
import { importSheet } from '../factories/imports'
import { failedDelivery } from '../samples/integration-samples'
import { nfeXml } from '../factories/nfe'
import { dataOf, orderOf } from './order-harness'
import { writeOrderExport } from '../factories/order-export'
import { addReturn } from './parcel-harness'
import { addStockedProduct } from '../factories/stocked-product'

type Traced = { company: TestOrganization; shopId: string; orderId: string; shopNumber: number }
type Trace = (traced: Traced, value: string) => Promise<unknown>

const set = ({ company }: Traced, sql: string, given: unknown[]) => changeAsOwner(company.organizationId, sql, given)
const later = (days: number) => new Date(Date.now() + days * 86_400_000)
/** The wall clock of the marketplace's sheets. */
const wall = (hoursAgo: number) =>
  new Date(Date.now() - (hoursAgo + 3) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

async function keepFile({ company }: Traced, kind: FileKind, text: string, expiresAt: Date | null) {
  const { organizationId, owner } = company
  const file = await writeFile(organizationId, Readable.from([Buffer.from(text)]), 10_000)
  await withOrganization(company, (db) => recordFile(db, owner, file, { kind, name: `${kind}.pdf`, expiresAt }))
  return file.id
}

async function sell({ company }: Traced, words: { customerName?: string; note?: string }) {
  const productId = await addStockedProduct(company, { sku: newId(), onHand: 5 })
  await signInAs(company.owner)
  const input = await orderOf(company, [[productId, 1]], words)
  return dataOf(await placeOrderAction(envelope(company), input)).id
}

/** Its completion is not reported: it is presumed 60 days later. */
function deliver(traced: Traced, orderId: string) {
  const ago = `now() - interval '61 days'`
  const moments = `placed_at = ${ago}, paid_at = ${ago}, delivered_at = ${ago}`
  return set(traced, `UPDATE orders SET ${moments}, status = 'delivered' WHERE id = $1`, [orderId])
}

/** Every way by which a buyer's data come here beside the marketplace's own words of an order, each with a value of its own. */
export const traces: Record<string, Trace> = {
  'an export of the marketplace': async ({ company }, value) => {
    const path = join(mkdtempSync(join(tmpdir(), 'traces-')), 'Order.all.xlsx')
    const buyer = { username: value, name: `Nome ${value}`, phone: '5511955443322', city: 'Santos', state: 'São Paulo' }
    const item = { sku: 'T-1', title: 'Caneca', quantity: 1, priceCents: 1000 }
    const times = { placed: wall(5), paid: wall(5), shipped: wall(4), delivered: wall(3), completed: wall(2) }
    await writeOrderExport(path, [{ code: '261101TRACES01', status: 'Concluído', ...times, items: [item], buyer }])
    await importSheet(company, path)
  },
  'a sale that was cancelled': async (traced, value) => {
    const id = await sell(traced, { customerName: value, note: `Para ${value}` })
    dataOf(await changeOrderStatusAction(envelope(traced.company), { id, version: 1, to: 'cancelled' }))
  },
  'a sale that was delivered': async (traced, value) =>
    deliver(traced, await sell(traced, { customerName: value, note: `Para ${value}` })),
  'a note of a sale to an unknown buyer': async (traced, value) =>
    deliver(traced, await sell(traced, { note: `Para ${value}` })),
  'a note of an order at the marketplace without its buyer': async (traced, value) => {
    const { company, shopId } = traced
    const id = await sell(traced, {})
    await deliver(traced, id)
    await set(
      traced,
      `UPDATE orders SET platform = 'shopee', shop_id = $2, channel_id = NULL, outlet_id = $2, external_code = 'T-2' WHERE id = $1`,
      [id, shopId],
    )
    await signInAs(company.owner)
    dataOf(await noteOrderAction(envelope(company), { id, noteVersion: 0, note: `Avisar ${value}` }))
  },
  'a note of the order': async ({ company, orderId }, value) => {
    await signInAs(company.owner)
    dataOf(await noteOrderAction(envelope(company), { id: orderId, noteVersion: 0, note: `Avisar ${value}` }))
  },
  'a note at the marketplace': (traced, value) =>
    set(traced, 'UPDATE orders SET platform_note = $2 WHERE id = $1', [traced.orderId, value]),
  'a return': async (traced, value) => {
    const id = await addReturn(traced.company, traced, {
      kind: 'refund_only',
      state: 'closed',
      images: [`https://x/${value}`],
    })
    await set(traced, 'UPDATE order_return SET buyer_text = $2, note = $2, platform_at = now() WHERE id = $1', [
      id,
      value,
    ])
  },
  'a photo of the parcel': async (traced, value) => {
    const fileId = await keepFile(traced, 'evidence', value, later(180))
    const { organizationId } = traced.company
    await withOrganization(traced.company, (db) =>
      db.orderEvidence.create({
        data: { organizationId, id: newId(), orderId: traced.orderId, fileId },
        select: { id: true },
      }),
    )
  },
  'a paper of a case': async (traced, value) => {
    const fileId = await keepFile(traced, 'caseProof', value, later(1))
    const { settlementId, cause } = await plantDifference(traced.company, traced.shopId)
    const plain = { reason: 'x', protocol: null, deadline: null, ownerId: null, fileIds: [fileId] }
    const { cases } = await openCases(traced.company.owner, { ...plain, picks: [{ settlementId, cause }] })
    await set(traced, `UPDATE recovery_case SET state = 'denied', closed_at = now() WHERE id = $1`, [cases[0]!.id])
  },
  'a label': (traced, value) => keepFile(traced, 'label', value, later(15)),
  'a list that was exported': async ({ company }, value) => {
    const exportId = await requestTestExport(company.owner, { query: `q=${value}` })
    await runTask('export-list', company.owner, exportId)
  },
  'an unknown column of a money file': async (traced, value) => {
    const fileId = await keepFile(traced, 'import', 'x', later(30))
    const unread = [
      { kind: 'column', name: 'Recado', place: 'Plan1', count: 1, cents: null, sample: value },
      { kind: 'column', name: 'Taxa', place: 'Plan1', count: 1, cents: '150', sample: '1,50' },
    ]
    await set(
      traced,
      `INSERT INTO import (organization_id, id, file_id, file_name, kind, state, summary, finished_at)
       VALUES (current_organization(), $1, $2, 'Income.xlsx', 'money', 'done', jsonb_build_object('money', jsonb_build_object('unread', $3::jsonb)), now())`,
      [newId(), fileId, JSON.stringify(unread)],
    )
  },
  'a push that was worked off': async (traced, value) => {
    await addEvent(traced, value)
    await withOwner((owner) => owner.query(`UPDATE webhook_inbox SET state = 'done', done_at = now()`))
  },
  'an unprocessed webhook event': (traced, value) => addEvent(traced, value),
  'a raw answer': (traced, value) =>
    set(
      traced,
      `INSERT INTO platform_answer (organization_id, shop_id, kind, subject, body, as_of, purge_after)
       VALUES (current_organization(), $1, 'order', 'x', jsonb_build_object('x', $2::text), now(), now() + interval '30 days')`,
      [traced.shopId, value],
    ),
  'a refusal of the marketplace': (traced, value) =>
    set(
      traced,
      `INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code, platform_text, state)
       VALUES (current_organization(), $1, $2, 'ship', 'x', 'refused', $3, 'dead')`,
      [newId(), traced.shopId, value],
    ),
  'an act at the marketplace': (traced, value) =>
    set(
      traced,
      `INSERT INTO platform_act (organization_id, subject_id, route, key, body_hash, settled_at, failure)
       VALUES (current_organization(), $1, 'x', 'x', '\\x00', now(), jsonb_build_object('text', $2::text))`,
      [newId(), value],
    ),
  'a run of dispatch': (traced, value) =>
    set(
      traced,
      `INSERT INTO dispatch_run (organization_id, id, kind, state, problems, finished_at)
       VALUES (current_organization(), $1, 'ship', 'done', jsonb_build_array(jsonb_build_object('text', $2::text)), now())`,
      [newId(), value],
    ),
  'labels of a run on sheets of A4': async (traced, value) => {
    const fileId = await keepFile(traced, 'label', value, later(15))
    await set(
      traced,
      `INSERT INTO dispatch_run (organization_id, id, kind, state, input, sheet_file_id, sheet_labels, finished_at)
       VALUES (current_organization(), $1, 'labels', 'done', jsonb_build_object('orderIds', jsonb_build_array($2::text)), $3, 1, now())`,
      [newId(), traced.orderId, fileId],
    )
  },
  'a job that failed for good': ({ company }, value) =>
    withOwner(async (owner) => {
      await owner.query('SET ROLE mascate_worker')
      const payload = { organizationId: company.organizationId, email: { to: value } }
      await owner.query(`SELECT graphile_worker.add_job('send-mail', $1::json, max_attempts => 1)`, [
        JSON.stringify(payload),
      ])
      await owner.query(
        `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = $1 WHERE payload::text LIKE '%' || $1 || '%'`,
        [value],
      )
    }),
  'a question to the assistant': async ({ company }, value) => {
    const { organizationId } = company
    const body = { organizationId, threadId: null, questionId: newId(), question: `O que comprou ${value}?` }
    await openQuestion(viewerOf(company), body, 'local')
  },
  'an old question in a conversation that goes on': async (traced, value) => {
    const { organizationId } = traced.company
    const followUp = { organizationId, threadId: null, questionId: newId(), question: `E ${value}?` }
    const { threadId } = await openQuestion(viewerOf(traced.company), followUp, 'local')
    await set(traced, `UPDATE assistant_thread SET used_at = now() + interval '91 days' WHERE id = $1`, [threadId])
  },
  'a draft of the assistant': ({ company }, value) =>
    propose(findProposalKind('expense'), viewerOf(company), {
      description: `Brinde para ${value}`,
      amountCents: 1290,
      kind: 'variable',
      dueOn: '2026-12-01',
    }),
  'longer work': async (traced, value) => {
    const { id } = await plantAgentTask(traced.company, { state: 'done', content: `Cliente\r\n${value}\r\n` })
    await set(traced, 'UPDATE agent_task SET question = $2 WHERE id = $1', [id, value])
  },
  'a text of the bank': (traced, value) =>
    set(
      traced,
      `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
       VALUES (current_organization(), $1, $2, '\\x01', '4321', 'x', current_date, 100, 'PIX ' || $3)`,
      [newId(), traced.company.legalEntityId, value],
    ),
  'a delivery of a webhook': async (traced, value) => {
    const deliveryId = await failedDelivery(traced.company)
    await set(
      traced,
      `UPDATE outgoing_event SET data = jsonb_build_object('x', $2::text) WHERE id = (SELECT event_id FROM webhook_delivery WHERE id = $1)`,
      [deliveryId, value],
    )
    await set(traced, 'UPDATE webhook_delivery SET said = $2 WHERE id = $1', [deliveryId, value])
  },
  'an answer kept for its repeat': (traced, value) =>
    set(
      traced,
      `INSERT INTO idempotency (organization_id, route, key, body_hash, answer, expires_at)
       VALUES (current_organization(), 'x', 'x', '\\x00', jsonb_build_object('x', $1::text), now() + interval '1 day')`,
      [value],
    ),
}

const addEvent = ({ shopNumber }: Traced, value: string) => {
  const event = {
    code: 3,
    shop_id: shopNumber,
    timestamp: Math.round(Date.now() / 1000),
    data: { ordersn: value },
  }
  const body = Buffer.from(JSON.stringify(event))
  return storeWebhookEvent(readWebhookEvent(body)!, body)
}

/** Kept longer by law: the invoice of the order, with the buyer in it. */
export async function keepInvoiceOf(traced: Traced, value: string): Promise<void> {
  const xml = nfeXml({ totalCents: 1000 }).replace('</emit>', `</emit><dest><xNome>${value}</xNome></dest>`)
  const fileId = await keepFile(traced, 'invoice', xml, null)
  const { organizationId } = traced.company
  await withOrganization(traced.company, (db) =>
    db.fiscalDocument.create({
      data: { organizationId, id: newId(), orderId: traced.orderId, kind: 'nfe', fileId, issuedAt: new Date() },
      select: { id: true },
    }),
  )
}
