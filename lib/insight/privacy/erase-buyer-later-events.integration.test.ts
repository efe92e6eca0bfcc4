import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyBuyers } from '@/lib/sales/orders/key-buyers'
import { newId } from '@/lib/core/ids'
import { traces } from '@/lib/testing/harnesses/buyer-traces'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { checkMoneyTestFile } from '@/lib/testing/factories/money-files'
import { addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { csvOf } from '@/lib/testing/factories/sheets'
import { eraseBuyerAction } from './actions'

const USERNAME = 'zuleica.naria'
const WORDS = 'sou a Zuleica'
const KNOWN = 'SENT01'
const LATER = 'SENT02'
/** Text of a return that is opened after the erasure. */
const AGAIN = 'outra vez'

async function putIn(company: TestOrganization, usernames: Record<string, string>, cents = 1000) {
  const path = join(mkdtempSync(join(tmpdir(), 'later-events-')), 'Order.all.xlsx')
  const times = { placed: '2026-11-05 10:00', paid: '2026-11-05 10:05' }
  await writeOrderExport(
    path,
    Object.entries(usernames).map(([code, username]) => ({
      code,
      status: 'Concluído',
      ...times,
      shipped: times.paid,
      delivered: times.paid,
      completed: times.paid,
      items: [{ sku: 'T-1', title: 'Caneca', quantity: 1, priceCents: cents }],
      buyer: { username },
    })),
  )
  await importSheet(company, path)
}

/** Two orders, one of which is not known to be hers; and all data of that one. */
async function sold() {
  const company = await createTestOrganization()
  const { organizationId } = company
  await putIn(company, { [KNOWN]: USERNAME, [LATER]: '****' })
  const orders = await inspect<{ id: string; shopId: string }>(
    organizationId,
    'SELECT id, shop_id AS "shopId" FROM orders ORDER BY external_code',
  )
  const [known, later] = orders as [{ id: string; shopId: string }, { id: string; shopId: string }]
  const traced = { company, shopId: later.shopId, orderId: later.id, shopNumber: 7700 }
  const plant = (sql: string, ...given: unknown[]) => changeAsOwner(organizationId, sql, given)
  for (const trace of ['a note of the order', 'a return', 'a photo of the parcel', 'a label', 'a paper of a case'])
    await traces[trace]!(traced, WORDS)
  await plant(`UPDATE order_return SET opened_at = now() - interval '1 day'`)
  const again = await addReturn(company, traced, { state: 'closed' })
  await plant(
    `UPDATE order_return SET opened_at = now() + interval '1 hour', buyer_text = $2 WHERE id = $1`,
    again,
    AGAIN,
  )
  await plant(
    `INSERT INTO package (organization_id, id, order_id, shop_id, number, label_file_id)
     SELECT current_organization(), $1, $2, $3, 'P1', f.id FROM stored_file f
     WHERE f.organization_id = current_organization() AND f.kind = 'label'`,
    ...[newId(), later.id, later.shopId],
  )
  await plant('UPDATE settlement SET order_id = $1 WHERE id IN (SELECT settlement_id FROM case_order)', later.id)
  for (const trace of ['a raw answer', 'a refusal of the marketplace', 'an act at the marketplace'])
    await traces[trace]!(traced, WORDS)
  await plant('UPDATE platform_answer SET subject = $1', LATER)
  await plant('UPDATE sync_failure SET subject = $1', LATER)
  await plant('UPDATE platform_act SET subject_id = $1', later.id)
  await signInAs(company.owner)
  expect(dataOf(await eraseBuyerAction(envelope(company), { orderId: known.id, onlyThis: false }))).toEqual({
    orders: 1,
  })
  return { company, known, later }
}

/** Where something of hers is left. */
const leftOf = async ({ organizationId }: TestOrganization) => {
  const [left] = await inspect(
    organizationId,
    `SELECT (SELECT array_agg(r.buyer_text) FROM order_return r WHERE r.buyer_text IS NOT NULL OR r.images <> '{}') AS returns,
       (SELECT count(*)::int FROM orders o WHERE o.note IS NOT NULL) AS notes, (SELECT count(*)::int FROM order_buyer) AS buyers,
       (SELECT array_agg(f.kind::text ORDER BY f.kind::text) FROM stored_file f WHERE (f.expires_at IS NULL OR f.expires_at > now()) AND f.kind IN ('evidence', 'label', 'caseProof')) AS files,
       (SELECT count(*)::int FROM case_file) AS papers, (SELECT count(*)::int FROM platform_answer) AS answers,
       (SELECT count(*)::int FROM sync_failure f WHERE f.platform_text IS NOT NULL) AS refusals, (SELECT count(*)::int FROM platform_act) AS acts`,
  )
  return left
}
const all = { notes: 1, papers: 1, answers: 1, refusals: 1, acts: 1 }
const none = { returns: [AGAIN], notes: 0, buyers: 0, files: null, papers: 0, answers: 0, refusals: 0, acts: 0 }

const ways: Record<string, (company: TestOrganization, orderId: string) => Promise<unknown>> = {
  'the night that gives it her key': async ({ organizationId }, orderId) => {
    await changeAsOwner(
      organizationId,
      `INSERT INTO order_buyer (organization_id, order_id, username, purge_after)
       VALUES (current_organization(), $1, $2, now() + interval '9 days')
       ON CONFLICT (organization_id, order_id) DO UPDATE SET username = excluded.username`,
      [orderId, USERNAME],
    )
    await asWorker(() => keyBuyers(organizationId))
  },
  'a sheet that tells whose it is': (company) => putIn(company, { [LATER]: USERNAME }, 1100),
}
test.each(Object.entries(ways))('by %s an order loses all that the erasure would have taken', async (_, sendEvent) => {
  const { company, later } = await sold()
  expect(await leftOf(company)).toMatchObject({ ...all, files: ['caseProof', 'evidence', 'label'] })
  await sendEvent(company, later.id)
  expect(await inspect(company.organizationId, 'SELECT buyer_erased_at IS NULL AS kept FROM orders')).toEqual([
    { kept: false },
    { kept: false },
  ])
  expect(await leftOf(company)).toEqual(none)
})

test('the orders of an erasure are gone through together', async () => {
  const company = await createTestOrganization()
  const codes = Array.from({ length: 30 }, (_, nth) => `TOGETHER${String(nth).padStart(2, '0')}`)
  await putIn(company, Object.fromEntries(codes.map((code) => [code, USERNAME])))
  const { organizationId } = company
  // Each time that all is gone through it is written down.
  await changeAsOwner(
    organizationId,
    `CREATE TABLE gone_through ();
     CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS $t$ BEGIN INSERT INTO gone_through DEFAULT VALUES; RETURN NULL; END $t$;
     CREATE TRIGGER note_it AFTER DELETE ON platform_answer FOR EACH STATEMENT EXECUTE FUNCTION note_it();`,
  )
  try {
    const [order] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders LIMIT 1')
    await signInAs(company.owner)
    const erased = await eraseBuyerAction(envelope(company), { orderId: order!.id, onlyThis: false })
    expect(dataOf(erased)).toEqual({ orders: codes.length })
    expect(await withOwner((owner) => owner.query('SELECT FROM gone_through'))).toMatchObject({ rowCount: 1 })
  } finally {
    await changeAsOwner(organizationId, 'DROP TABLE gone_through; DROP FUNCTION note_it CASCADE')
  }
})

/** A report of returns that waits to be confirmed. */
async function reportReturn(company: TestOrganization, code: string, openedAt: string) {
  const headings = ['ID da Devolução', 'ID do pedido', 'Tempo de envio de devolução', 'Quantia total de reembolsos']
  const more = ['Status da Devolução / Reembolso', 'Observações da Devolução']
  const row = [`${code}R${openedAt.slice(0, 4)}`, code, openedAt, '5,00', 'Devolução solicitada', WORDS]
  return checkMoneyTestFile(company, csvOf([[...headings, ...more], row]))
}
const waitingTexts = ({ organizationId }: TestOrganization) =>
  inspect(organizationId, `SELECT payload #>> '{data,text}' AS text FROM import_row ORDER BY import_id`)

test('a buyer’s text about a return goes from waiting reports, and from those that come after the erasure', async () => {
  const company = await createTestOrganization()
  await putIn(company, { '261105SENT0001': USERNAME })
  await reportReturn(company, '261105SENT0001', '2026-11-10 10:00')
  expect(await waitingTexts(company)).toEqual([{ text: WORDS }])
  const [order] = await inspect<{ id: string }>(company.organizationId, 'SELECT id FROM orders')
  await signInAs(company.owner)
  dataOf(await eraseBuyerAction(envelope(company), { orderId: order!.id, onlyThis: false }))
  expect(await waitingTexts(company)).toEqual([{ text: null }])
  await reportReturn(company, '261105SENT0001', '2026-11-10 10:00')
  expect(await waitingTexts(company)).toEqual([{ text: null }, { text: null }])
  // A return that is opened afterwards has to be answered.
  await reportReturn(company, '261105SENT0001', '2099-11-10 10:00')
  expect(await waitingTexts(company)).toEqual([{ text: null }, { text: null }, { text: WORDS }])
})
