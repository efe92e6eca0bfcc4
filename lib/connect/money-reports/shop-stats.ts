import 'server-only'
import type { Db } from '@/lib/core/db'
import type { MoneyOutcome } from './schema'
import { isLaterStat } from './stat-rows'
import type { Place, StoredStat } from './stored-items'

const keyOf = (day: string, basis: string) => `${day} ${basis}`

async function listKnown(db: Db, { organizationId, ownerId: shopId }: Place, rows: readonly StoredStat[]) {
  const days = [...new Set(rows.map(({ day }) => day))].map((day) => new Date(day))
  const shopDayStats = await db.shopDayStat.findMany({ where: { organizationId, shopId, day: { in: days } } })
  return new Map(
    shopDayStats.map((one) => [keyOf(one.day.toISOString().slice(0, 10), one.basis), figuresOf(one)] as const),
  )
}

type Row = Awaited<ReturnType<Db['shopDayStat']['findMany']>>[number]
const amount = (cents: bigint | null) => (cents === null ? null : Number(cents))
const figuresOf = ({
  day,
  basis,
  visitors,
  clicks,
  orders,
  buyers,
  conversionBp: conversion,
  ...sums
}: Row): StoredStat => ({
  day: day.toISOString().slice(0, 10),
  basis,
  visitors,
  clicks,
  orders,
  buyers,
  conversion,
  sales: amount(sums.salesCents),
  cancelled: amount(sums.cancelledCents),
  refunded: amount(sums.refundedCents),
})

const outcomeOf = (before: StoredStat | undefined, row: StoredStat): MoneyOutcome =>
  before === undefined ? 'new' : isLaterStat(before, row) ? 'changed' : 'same'

export async function judgeStats(db: Db, place: Place, rows: readonly StoredStat[]): Promise<MoneyOutcome[]> {
  const known = await listKnown(db, place, rows)
  return rows.map((row) => outcomeOf(known.get(keyOf(row.day, row.basis)), row))
}

/** In the caller's transaction; the same rows again change nothing, nor does an earlier version of a day. */
export async function writeStats(db: Db, place: Place, rows: readonly StoredStat[]) {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('shop-stats:' || ${shopId}, 0))`
  const known = await listKnown(db, place, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  for (const row of rows) {
    const { day: text, basis, visitors, clicks, orders, buyers, conversion: conversionBp } = row
    const outcome = outcomeOf(known.get(keyOf(text, basis)), row)
    if (outcome === 'same') {
      written.kept += 1
      continue
    }
    const cents = (value: number | null) => (value === null ? null : BigInt(value))
    const data = {
      visitors,
      clicks,
      orders,
      buyers,
      conversionBp,
      salesCents: cents(row.sales),
      cancelledCents: cents(row.cancelled),
      refundedCents: cents(row.refunded),
    }
    const id = { organizationId, shopId, day: new Date(text), basis }
    await db.shopDayStat.upsert({
      where: { organizationId_shopId_day_basis: id },
      create: { ...id, ...data },
      update: data,
      select: { day: true },
    })
    known.set(keyOf(text, basis), row)
    written[outcome === 'new' ? 'created' : 'updated'] += 1
  }
  return written
}
