import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { storedJson } from '@/lib/core/stored-json'
import { writeWallet } from '@/lib/money/wallet/write-wallet'
import { adsOfBoth } from './ads-reports'
import { writeEntries } from './bank-entries'
import { writeAdvances } from './advances'
import { writeFees } from './fee-details'
import { judges, listReportedReturns, numbered, withoutFees } from './judge-items'
import { writeListings } from './listings'
import { writeListingStats } from './listing-stats'
import { writeStats } from './shop-stats'
import { followReturn } from './return-words'
import type { MoneyFileType } from './schema'
import { isOfOrder, writeShopAdjustments } from './shop-adjustments'
import type { Place, StoredOf } from './stored-items'

export type Written = { created: number; updated: number; kept: number }
type Writers = { [T in MoneyFileType]: (db: Db, place: Place, rows: StoredOf<T>[], actor: Actor) => Promise<Written> }

/** Each in the caller's transaction; the same rows again change nothing. */
export const writers: Writers = {
  income: async (db, place, all) => {
    const { fees, rows } = withoutFees(all)
    const ofFees = await writeFees(db, place, fees)
    const [row] = await db.$queryRaw<[Written]>`
      SELECT * FROM write_income(${place.ownerId}::uuid, ${numbered(rows.filter(isOfOrder))}::jsonb)`
    const own = await writeShopAdjustments(
      db,
      place,
      rows.filter((one) => !isOfOrder(one)),
    )
    return {
      created: row.created + own.created + ofFees.created,
      updated: row.updated + ofFees.updated,
      kept: row.kept + own.kept + ofFees.kept,
    }
  },
  affiliates: writeFees,
  listings: writeListings,
  stats: writeStats,
  listingStats: writeListingStats,
  wallet: (db, { ownerId }, rows) => writeWallet(db, ownerId, rows),
  returns: writeReturns,
  advances: writeAdvances,
  ads: writeAds,
  bank: writeEntries,
}

/** Writes new returns and updates those of other reports: the API's data of a return is not overwritten. */
async function writeReturns(db: Db, place: Place, rows: StoredOf<'returns'>[]): Promise<Written> {
  const { ownerId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${ownerId}, 0))`
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('returns:' || ${ownerId}, 0))`
  const known = await listReportedReturns(db, place, rows)
  const write = async (some: object[]) => {
    const [row] = await db.$queryRaw<[{ changed: number }]>`
      SELECT changed FROM write_returns(${ownerId}::uuid, ${storedJson(some)}::jsonb)`
    return row.changed
  }
  const created = await write(rows.filter(({ number }) => known.get(number) === undefined))
  const updated = await write(
    rows.flatMap((row) => {
      const before = known.get(row.number)
      return (before && followReturn(before, row)) ?? []
    }),
  )
  return { created, updated, kept: rows.length - created - updated }
}

/** A day as a whole, by the report of the fewest days: what one of that day alone says is not written over by a month's share. */
async function writeAds(db: Db, place: Place, rows: StoredOf<'ads'>[]): Promise<Written> {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('ads:' || ${shopId}, 0))`
  const verdicts = await judges.ads(db, place, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  for (const [i, { day: text, days: reportDays, from, report = 'general', rows: items }] of rows.entries()) {
    const { outcome } = verdicts[i]!
    if (outcome === 'same') {
      written.kept += 1
      continue
    }
    const day = new Date(text)
    await db.adsSpend.deleteMany({ where: { organizationId, shopId, day, report: { in: [report, adsOfBoth] } } })
    await db.adsSpend.createMany({
      data: items.map((one) => ({
        organizationId,
        shopId,
        day,
        report,
        reportDays,
        reportFrom: from ? new Date(from) : null,
        itemId: String(one.item),
        title: String(one.title),
        spendCents: BigInt(one.spendCents!),
        salesCents: typeof one.salesCents === 'number' ? BigInt(one.salesCents) : null,
        clicks: typeof one.clicks === 'number' ? one.clicks : null,
        impressions: typeof one.impressions === 'number' ? one.impressions : null,
      })),
    })
    await takeOffOnce(db, place, day)
    written[outcome === 'new' ? 'created' : 'updated'] += 1
  }
  return written
}

/** The general report tells GMV Max in the row of the shop, the report by product in its products: of both it counts once. */
async function takeOffOnce(db: Db, { organizationId, ownerId: shopId }: Place, day: Date): Promise<void> {
  const existing = await db.adsSpend.findMany({ where: { organizationId, shopId, day } })
  const sum = (of: (one: (typeof existing)[number]) => boolean, field: 'spendCents' | 'salesCents') =>
    existing.reduce((before, one) => (of(one) ? before + (one[field] ?? 0n) : before), 0n)
  const alike = (field: 'spendCents' | 'salesCents') => {
    const inGeneral = sum(({ report, itemId }) => report === 'general' && itemId === '', field)
    const byProduct = sum(({ report }) => report === 'gmv_max', field)
    return inGeneral < byProduct ? inGeneral : byProduct
  }
  const [spendCents, salesCents] = [-alike('spendCents'), -alike('salesCents')]
  if (spendCents === 0n && salesCents === 0n) return
  const reportDays = Math.max(...existing.map((one) => one.reportDays))
  await db.adsSpend.create({
    data: {
      organizationId,
      shopId,
      day,
      report: adsOfBoth,
      itemId: '',
      title: '',
      spendCents,
      salesCents,
      clicks: 0,
      impressions: 0,
      reportDays,
    },
    select: { day: true },
  })
}
