import 'server-only'
import type { Db } from '../db'
import { storedJson } from '../sync/stored-json'
import { judgeWallet } from '../wallet/write-wallet'
import type { MoneyFileType, MoneyOutcome } from './schema'
import type { StoredOf } from './stored-items'

export type Place = { organizationId: string; ownerId: string }
type Judged = { outcome: MoneyOutcome; isUnknown: boolean }
/** `orderUnknown`: what hangs on an order cannot be kept without it. */
export type Verdict = Judged | { outcome: 'failed'; problem: 'orderUnknown' }

type Judges = { [T in MoneyFileType]: (db: Db, place: Place, rows: StoredOf<T>[]) => Promise<Verdict[]> }
const known = (outcome: MoneyOutcome): Verdict => ({ outcome, isUnknown: false })

/** What writing rows would do, each. */
export const judges: Judges = {
  income: async (db, { ownerId }, rows) => {
    const judged = await db.$queryRaw<Judged[]>`
      SELECT outcome, order_id IS NULL AS "isUnknown" FROM judge_income(${ownerId}::uuid, ${numbered(rows)}::jsonb) ORDER BY n`
    return judged
  },
  wallet: async (db, place, rows) => {
    const outcomes = await judgeWallet(db, place.ownerId, rows)
    const here = await listOrders(
      db,
      place,
      rows.flatMap(({ code }) => code ?? []),
    )
    return rows.map(({ code }, i) => ({ outcome: outcomes[i]!, isUnknown: code !== null && !here.has(code) }))
  },
  returns: async (db, place, rows) => {
    const numbers = await listReturnNumbers(
      db,
      place,
      rows.map(({ number }) => number),
    )
    const here = await listOrders(
      db,
      place,
      rows.map(({ code }) => code),
    )
    return rows.map(({ number, code }) =>
      numbers.has(number)
        ? known('same')
        : here.has(code)
          ? known('new')
          : { outcome: 'failed', problem: 'orderUnknown' },
    )
  },
  advances: async (db, { organizationId, ownerId }, rows) => {
    const judged = await db.$queryRaw<{ outcome: MoneyOutcome; isUnknown: boolean }[]>`
      SELECT CASE WHEN t.number IS NULL THEN 'new'
          WHEN (t.external_code, t.at, t.advance_cents, t.fee_cents, t.received_cents, t.rest_cents, t.returned_cents, t.status, t.due_on)
            IS DISTINCT FROM (r.code, r.at, r."advanceCents", r."feeCents", r."receivedCents", r."restCents", r."returnedCents", r.status, r."dueOn")
          THEN 'changed' ELSE 'same' END AS outcome,
        NOT EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.shop_id = ${ownerId}::uuid
          AND o.external_code = r.code) AS "isUnknown"
      FROM jsonb_to_recordset(${numbered(rows)}::jsonb) AS r(n integer, number text, code text, at timestamptz, "advanceCents" bigint, "feeCents" bigint,
        "receivedCents" bigint, "restCents" bigint, "returnedCents" bigint, status text, "dueOn" date)
      LEFT JOIN early_payout t ON t.organization_id = ${organizationId}::uuid AND t.shop_id = ${ownerId}::uuid AND t.number = r.number
      ORDER BY r.n`
    return judged
  },
  ads: async (db, { organizationId, ownerId }, rows) => {
    const verdicts: Verdict[] = []
    for (const { day, days, rows: items } of rows) {
      const told = await db.adsSpend.findMany({
        where: { organizationId, shopId: ownerId, day: new Date(day) },
        orderBy: { itemId: 'asc' },
        omit: { organizationId: true, shopId: true, day: true },
      })
      if (told.some(({ reportDays }) => reportDays < days)) verdicts.push(known('same'))
      else verdicts.push(known(told.length === 0 ? 'new' : isSame(told, items, days) ? 'same' : 'changed'))
    }
    return verdicts
  },
  bank: async (db, { organizationId }, rows) => {
    const here = await db.$queryRaw<{ fitid: string; account: string }[]>`
      SELECT e.fitid, encode(e.account_key, 'hex') AS account FROM bank_entry e
      WHERE e.organization_id = ${organizationId}::uuid AND e.account_key = decode(${rows[0]?.account ?? ''}, 'hex')
        AND e.fitid = ANY (${rows.map(({ fitid }) => fitid)}::text[])`
    const fitids = new Set(here.map(({ fitid }) => fitid))
    return rows.map(({ fitid }) => known(fitids.has(fitid) ? 'same' : 'new'))
  },
}

export const numbered = (rows: readonly object[]) => storedJson(rows.map((row, n) => ({ ...row, n })))

type Told = {
  itemId: string
  title: string
  spendCents: bigint
  salesCents: bigint
  clicks: number
  impressions: number
}
function isSame(told: (Told & { reportDays: number })[], items: StoredOf<'ads'>['rows'], days: number): boolean {
  const line = (one: object) => JSON.stringify(one)
  const ours = told.map((one) =>
    line([
      one.itemId,
      one.title,
      Number(one.spendCents),
      Number(one.salesCents),
      one.clicks,
      one.impressions,
      one.reportDays,
    ]),
  )
  const theirs = items.map((one) =>
    line([one.item, one.title, one.spendCents, one.salesCents, one.clicks, one.impressions, days]),
  )
  return ours.toSorted().join() === theirs.toSorted().join()
}

async function listOrders(db: Db, { organizationId, ownerId }: Place, codes: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ code: string }[]>`
    SELECT o.external_code AS code FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee'
      AND o.shop_id = ${ownerId}::uuid AND o.external_code = ANY (${codes}::text[])`
  return new Set(rows.map(({ code }) => code))
}

export async function listReturnNumbers(db: Db, { organizationId, ownerId }: Place, numbers: string[]) {
  const rows = await db.orderReturn.findMany({
    where: { organizationId, shopId: ownerId, number: { in: numbers } },
    select: { number: true },
  })
  return new Set(rows.map(({ number }) => number))
}
