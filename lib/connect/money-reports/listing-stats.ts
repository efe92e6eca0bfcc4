import 'server-only'
import { asDate, asDay } from '@/lib/core/database/days'
import type { Db } from '@/lib/core/db'
import { listingStatFigures } from './listing-stat-rows'
import type { MoneyOutcome } from './schema'
import { hasMore } from './stat-rows'
import type { Place, StoredListingStat } from './stored-items'

type Named = Pick<StoredListingStat, 'item' | 'from' | 'to'>
const keyOf = ({ item, from, to }: Named) => `${item} ${from} ${to}`

async function listKnown(db: Db, { organizationId, ownerId: shopId }: Place, rows: readonly StoredListingStat[]) {
  const listingStats = await db.listingStat.findMany({
    where: {
      organizationId,
      shopId,
      itemId: { in: rows.map(({ item }) => item) },
      toDay: { in: [...new Set(rows.map(({ to }) => to))].map(asDate) },
    },
  })
  return new Map(
    listingStats.map(({ itemId, fromDay, toDay, conversionBp: conversion, salesCents, ...stats }) => {
      const named = { item: itemId, from: asDay(fromDay), to: asDay(toDay) }
      return [keyOf(named), { ...stats, conversion, sales: salesCents === null ? null : Number(salesCents) }] as const
    }),
  )
}

type KnownStats = Awaited<ReturnType<typeof listKnown>> extends Map<string, infer T> ? T : never
const outcomeOf = (
  before: Pick<KnownStats, (typeof listingStatFigures)[number]> | undefined,
  row: StoredListingStat,
): MoneyOutcome => (before === undefined ? 'new' : hasMore(listingStatFigures, before, row) ? 'changed' : 'same')

export async function judgeListingStats(
  db: Db,
  place: Place,
  rows: readonly StoredListingStat[],
): Promise<MoneyOutcome[]> {
  const known = await listKnown(db, place, rows)
  return rows.map((row) => outcomeOf(known.get(keyOf(row)), row))
}

/** In the caller's transaction; the same rows again change nothing, nor does what counted less of the same days. */
export async function writeListingStats(db: Db, place: Place, rows: readonly StoredListingStat[]) {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('listing-stats:' || ${shopId}, 0))`
  const known = await listKnown(db, place, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  for (const row of rows) {
    const { item: itemId, from, to, conversion: conversionBp, sales, ...figures } = row
    const outcome = outcomeOf(known.get(keyOf(row)), row)
    if (outcome === 'same') {
      written.kept += 1
      continue
    }
    const data = { ...figures, conversionBp, salesCents: sales === null ? null : BigInt(sales) }
    const id = { organizationId, shopId, fromDay: asDate(from), toDay: asDate(to), itemId }
    await db.listingStat.upsert({
      where: { organizationId_shopId_toDay_fromDay_itemId: id },
      create: { ...id, ...data },
      update: data,
      select: { itemId: true },
    })
    written[outcome === 'new' ? 'created' : 'updated'] += 1
  }
  return written
}
