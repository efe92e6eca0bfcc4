import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import type { MoneyFacts } from '@/lib/connect/money-reports/schema'
import { inspect } from '../harnesses/database'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>

/** An income report that waits for a yes. */
export async function moneyFileIn(company: TestOrganization, fileName = 'a.xlsx'): Promise<string> {
  const { organizationId } = company
  const file = await writeFile(organizationId, Readable.from(['a']), 10)
  const [id, shopId] = [newId(), await addShop(company, newId())]
  const money: MoneyFacts = {
    type: 'income',
    from: null,
    to: null,
    owner: { id: shopId, name: 'Loja' },
    looksLike: null,
    asks: null,
    totalCents: '0',
    newCents: '0',
    unknownOrders: 0,
    notAddingUp: 0,
    account: null,
  }
  await withOrganization(company, async (db) => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    await recordFile(db, company.owner, file, { kind: 'import', name: 'a', expiresAt })
    const data = { fileId: file.id, fileName, kind: 'money', state: 'ready', total: 1 } as const
    await db.import.create({ data: { organizationId, id, ...data, summary: { money } }, select: { id: true } })
  })
  return id
}

/** A withdrawal of 100.00 and an entry of a statement that it may have arrived as. */
export async function withdrawalAtBank(company: TestOrganization, day = '2026-08-03') {
  const { organizationId, legalEntityId } = company
  const [transactionId, entryId, shopId] = [newId(), newId(), await addShop(company, newId())]
  await inspect(
    organizationId,
    `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, at, local_day, kind, type, source)
     VALUES ($1, $2, $3, $4::timestamptz, -10000, 0, $4::timestamptz, $5, 'withdrawal', 'WITHDRAWAL_CREATED', 'api')`,
    [organizationId, transactionId, shopId, `${day}T12:00:00Z`, day],
  )
  await inspect(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     VALUES ($1, $2, $3, '\\x00', '1234', $5, $4, 10000, 'Pix recebido')`,
    [organizationId, entryId, legalEntityId, day, entryId],
  )
  return { transactionId, entryId }
}

async function matched(company: TestOrganization) {
  const { transactionId, entryId } = await withdrawalAtBank(company)
  await inspect(
    company.organizationId,
    'INSERT INTO bank_match (organization_id, transaction_id, entry_id) VALUES (current_organization(), $1, $2)',
    [transactionId, entryId],
  )
  return { transactionId }
}

/** A finished file with one row that it wrote, and another shop. */
async function movableFile(company: TestOrganization) {
  const importId = await moneyFileIn(company)
  const part = newId()
  await inspect(
    company.organizationId,
    `UPDATE import SET state = 'done', shop_id = (summary->'money'->'owner'->>'id')::uuid WHERE id = $1`,
    [importId],
  )
  const data = JSON.stringify({ data: { code: '', part, day: '2026-11-01', lines: [] } })
  await inspect(
    company.organizationId,
    `WITH kept AS (INSERT INTO import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
       VALUES (current_organization(), $1, 1, '', $2::jsonb, '', 'written'))
     INSERT INTO shop_adjustment (organization_id, shop_id, part, at, local_day, amount_cents, name)
     SELECT organization_id, shop_id, $3, now(), '2026-11-01', 1, 'x' FROM import WHERE organization_id = current_organization() AND id = $1`,
    [importId, data, part],
  )
  return { importId, shopId: await addShop(company, newId()) }
}

export const moneySamples: Record<string, Sample> = {
  'moneyFile.confirm': async (company) => ({
    importId: await moneyFileIn(company),
    leaveOutBadRows: false,
    ofOther: false,
  }),
  'moneyFile.chooseOwner': async (company) => ({
    importId: await moneyFileIn(company),
    ownerId: await addShop(company, newId()),
  }),
  'moneyFile.cancel': async (company) => ({ importId: await moneyFileIn(company) }),
  'moneyFile.previewMove': movableFile,
  'moneyFile.move': movableFile,
  'moneyFile.previewUndo': async (company) => ({ importId: (await movableFile(company)).importId }),
  'moneyFile.undo': async (company) => ({ importId: (await movableFile(company)).importId }),
  'bank.match': (company) => withdrawalAtBank(company),
  'bank.unmatch': matched,
}
