import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { setOpeningRevenue } from '@/lib/identity/settings/set-opening-revenue'
import { createTestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { getLimitsFor } from './views'

const now = new Date('2026-11-20T12:00:00Z')

async function companyOf(regime: 'mei' | 'simples', openedOn: string | null = null) {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const shopId = await addShop(company, 'Loja')
  await withOrganization({ organizationId }, async (db) => {
    await db.legalEntity.updateMany({
      where: { organizationId, id: legalEntityId },
      data: { openedOn: openedOn && new Date(openedOn) },
    })
    await db.taxRate.create({
      data: {
        organizationId,
        legalEntityId,
        id: newId(),
        fromDay: new Date('2020-01-01'),
        regime,
        rate: regime === 'mei' ? null : '0.04',
      },
      select: { id: true },
    })
  })
  const listingId = await addListing(company, shopId, 'Anúncio')
  const sell = (orders: { at: string; cents: bigint; status?: 'cancelled' | 'delivered' }[]) =>
    addOrders(
      company,
      shopId,
      orders.map((order) => ({ ...order, listingId })),
    )
  return { company, sell }
}

test('a MEI’s year counts its valid sales of this year, against a limit in proportion to its opening', async () => {
  const { company, sell } = await companyOf('mei', '2026-09-10')
  await sell([
    { at: '2026-09-15T15:00:00Z', cents: 1_000_00n },
    { at: '2026-11-10T15:00:00Z', cents: 2_000_00n },
    { at: '2026-11-11T15:00:00Z', cents: 9_000_00n, status: 'cancelled' },
  ])
  const { entities } = await getLimitsFor(viewerOf(company.owner), now)
  expect(entities).toHaveLength(1)
  expect(entities[0]).toMatchObject({
    regime: 'mei',
    simples: null,
    mei: { yearCents: 3_000_00n, limitCents: 27_000_00n, months: 4, share: 111n },
  })
})

test('RBT12 adds the sales before the first order here, and names the unknown months', async () => {
  const { company, sell } = await companyOf('simples')
  await sell([{ at: '2026-09-15T15:00:00Z', cents: 50_000_00n }])
  const { organizationId, legalEntityId } = company
  await withOrganization({ organizationId }, (db) =>
    db.openingRevenue.createMany({
      data: ['2026-06-01', '2026-07-01', '2026-08-01'].map((month) => ({
        organizationId,
        legalEntityId,
        month: new Date(month),
        revenueCents: 60_000_00n,
      })),
    }),
  )
  const [entity] = (await getLimitsFor(viewerOf(company.owner), now)).entities
  expect(entity?.simples?.rbt12.cents).toBe(230_000_00n)
  expect(entity?.simples?.rbt12.unknown).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
    '2026-04-01',
    '2026-05-01',
  ])
  expect(entity?.simples).toMatchObject({ band: { number: 2 }, next: { number: 3, missingCents: 130_000_00n } })
})

test('a month typed in as a whole does not count once more when its orders come; what is typed beside them does', async () => {
  const { company, sell } = await companyOf('simples')
  const type = (version: number, months: [month: string, revenueCents: bigint][]) =>
    setOpeningRevenue(company.owner, {
      id: company.legalEntityId,
      version,
      months: months.map(([month, revenueCents]) => ({ month, revenueCents })),
    })
  const typed: [string, bigint][] = [
    ['2026-07-01', 60_000_00n],
    ['2026-08-01', 60_000_00n],
  ]
  const { version } = await type(1, typed)
  await sell([
    { at: '2026-07-15T15:00:00Z', cents: 50_000_00n },
    { at: '2026-08-15T15:00:00Z', cents: 70_000_00n },
  ])
  const seen = async () => {
    const [entity] = (await getLimitsFor(viewerOf(company.owner), now)).entities
    const ofMonth = (month: string) => entity!.months.find((one) => one.month === month)?.cents
    return { july: ofMonth('2026-07-01'), august: ofMonth('2026-08-01'), overlaps: entity!.overlaps }
  }
  const august = { month: '2026-08-01', typedCents: 60_000_00n, soldCents: 70_000_00n }
  const july = { month: '2026-07-01', typedCents: 60_000_00n, soldCents: 50_000_00n }
  expect(await seen()).toEqual({ july: 60_000_00n, august: 70_000_00n, overlaps: [july, august] })
  await type(version, [['2026-07-01', 4_000_00n], typed[1]!])
  expect(await seen()).toEqual({ july: 54_000_00n, august: 70_000_00n, overlaps: [august] })
})

test('another company’s sales do not count here, and roles without money see nothing', async () => {
  const { company, sell } = await companyOf('mei')
  await sell([{ at: '2026-11-10T15:00:00Z', cents: 2_000_00n }])
  const stranger = await companyOf('mei')
  const [entity] = (await getLimitsFor(viewerOf(stranger.company.owner), now)).entities
  expect(entity?.mei?.yearCents).toBe(0n)
  await expect(getLimitsFor({ ...viewerOf(company.owner), role: 'operator' }, now)).rejects.toThrow('permissionDenied')
})
