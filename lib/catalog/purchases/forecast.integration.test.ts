import pg from 'pg'
import { addDays, listDays, startOfMonth, addMonths } from '@/lib/core/dates'
import { withOrganization, type Actor } from '@/lib/core/db'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { inspect } from '@/lib/testing/harnesses/database'
import { forecastThousandths, lastsDays, sumsOf } from '../forecast/demand'
import { flatCalendar, sumIndex } from '../forecast/sales-calendar'
import { readSuggestionFilters } from './filters'
import { getProductForecastFor } from './product-forecast'
import { listSuggestions } from './suggestion-queries'
import { getBuyingRules, getSuggestionFor } from './views'

const today = '2026-11-20'
const now = new Date(`${today}T15:00:00Z`)
let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})

const viewer = (actor: Actor = company.owner) => ({ ...actor, role: actor.role, timeZone: 'America/Sao_Paulo' })

const shape = (day: string) => 6 + (day.slice(5, 7) === '12' ? 9 : 0) + (day.slice(8) === day.slice(5, 7) ? 20 : 0)

/** `daily` units of the product on each day, in the roll-ups of days and months, and the company's own days. */
async function sell(product: string, days: number, unitsOf: (day: string) => number) {
  const range = listDays({ from: addDays(today, -days), to: addDays(today, -1) })
  const units = range.map(unitsOf)
  const months = new Map<string, number>()
  for (const [at, day] of range.entries()) {
    const month = startOfMonth(day)
    months.set(month, (months.get(month) ?? 0) + units[at]!)
  }
  const run = (sql: string, values: unknown[]) => inspect(company.organizationId, sql, values)
  await run(
    `insert into product_day (organization_id, day, item_key, outlet_id, mapped, units, physical_units)
     select current_organization(), d, $1, $1, true, n, n from unnest($2::date[], $3::int[]) t(d, n)`,
    [product, range, units],
  )
  await run(
    `insert into product_month (organization_id, month, item_key, outlet_id, mapped, units, physical_units)
     select current_organization(), d, $1, $1, true, n, n from unnest($2::date[], $3::int[]) t(d, n)`,
    [product, [...months.keys()], [...months.values()]],
  )
  await run(
    `insert into sales_day (organization_id, day, outlet_id, platform, units)
     select current_organization(), d, $1, 'shopee', n from unnest($2::date[], $3::int[]) t(d, n)`,
    [product, range, units],
  )
}

const suggest = (query: Record<string, string> = {}) =>
  withOrganization(company, async (db) => {
    const filters = readSuggestionFilters({ show: 'all', ...query })
    const rules = await getBuyingRules(db, viewer(), { now, days: filters.days })
    return { rules, page: await listSuggestions(db, company.organizationId, filters, rules, 50) }
  })

test('the list forecasts as the pure formula does: season, campaign days and the product’s own year', async () => {
  const product = await addStockedProduct(company, { sku: 'A', onHand: 260 })
  await inspect(company.organizationId, 'update product set created_at = $1', [`${addDays(today, -800)}T12:00:00Z`])
  await sell(product, 760, shape)
  const { rules, page } = await suggest()
  const { calendar } = rules
  expect(calendar.knows).toEqual({ weekdays: true, campaigns: true, season: true })
  const base = { from: addDays(today, -60), to: addDays(today, -1) }
  const ahead = { from: today, to: addDays(today, 36) }
  const unitsIn = ({ from, to }: typeof base) => listDays({ from, to }).reduce((sum, day) => sum + shape(day), 0)
  const before = ({ from, to }: typeof base) => ({ from: addDays(from, -364), to: addDays(to, -364) })
  const sixMonths = { from: addDays(today, -240), to: addDays(today, -61) }
  const earlier = { sold: unitsIn(sixMonths), index: sumIndex(calendar, sixMonths) }
  const weights = { base: sumIndex(calendar, base), ahead: sumIndex(calendar, ahead), earlier }
  const lastYear = { base: unitsIn(before(base)), ahead: unitsIn(before(ahead)) }
  const expected = forecastThousandths(unitsIn(base), weights, lastYear)
  const [row] = page.rows
  expect(Math.round(row!.expected * 1000)).toBe(expected)
  // December sells two and a half times as much: more than the flat sum says, and the stock ends sooner.
  expect(row!.expected).toBeGreaterThan(1.4 * ((row!.sold / 60) * 37))
  const lasts = lastsDays(calendar, { today, available: 260, perIndex: row!.pace! })
  expect(Math.floor(row!.daysLeft!)).toBe(lasts)
  const actual = listDays({ from: today, to: addDays(today, 36) }).reduce((sum, day) => sum + shape(day), 0)
  expect(Math.abs(row!.expected - actual) / actual).toBeLessThan(0.12)
})

test('without a year of history a forecast goes by the days as they are, and says nothing of a season', async () => {
  const product = await addStockedProduct(company, { sku: 'A', onHand: 10 })
  await inspect(company.organizationId, 'update product set created_at = $1', [`${addDays(today, -800)}T12:00:00Z`])
  await sell(product, 20, () => 1)
  const { rules, page } = await suggest()
  expect(rules.calendar.knows).toEqual({ weekdays: false, campaigns: false, season: false })
  expect(sumsOf(rules.calendar, today, { ahead: 40, behind: 40 })).toEqual(
    sumsOf(flatCalendar, today, { ahead: 40, behind: 40 }),
  )
  expect(page.rows).toMatchObject([{ sold: 20, days: 60, expected: 12.333333 }])
  const view = await getSuggestionFor(viewer(), {}, { now })
  expect(view.tested.map(({ error }) => error)).toEqual([null, null, null])
})

test('days before its first sale do not slow a product that has been in the catalogue for long; days since then do', async () => {
  const [usual, late, slow] = await Promise.all(
    ['A', 'B', 'C'].map((sku) => addStockedProduct(company, { sku, onHand: 1 })),
  )
  await inspect(company.organizationId, 'update product set created_at = $1', [`${addDays(today, -800)}T12:00:00Z`])
  const on = (...days: number[]) => {
    const sold = days.map((day) => addDays(today, -day))
    return (day: string) => (sold.includes(day) ? 1 : 0)
  }
  await sell(usual!, 240, () => 20)
  await sell(late!, 40, on(3, 9, 17, 30))
  await sell(slow!, 200, on(3, 9, 17, 30, 200))
  const { rows } = (await suggest()).page
  const expectedOf = (code: string) => rows.find(({ sku }) => sku === code)!.expected
  expect(expectedOf('B')).toBeCloseTo((4 / 60) * 37, 1)
  expect(expectedOf('C')).toBeCloseTo((5 / 200) * 37, 1)
})

test('the screen says how the last months’ forecasts did, a product its own', async () => {
  const product = await addStockedProduct(company, { sku: 'A', onHand: 100 })
  await sell(product, 760, shape)
  const { tested } = await getSuggestionFor(viewer(), {}, { now })
  expect(tested.map(({ baseMonths, error }) => [baseMonths, error!.months, error!.products])).toEqual([
    [1, 6, 1],
    [2, 6, 1],
    [3, 6, 1],
  ])
  const months = Array.from({ length: 6 }, (_, at) => addMonths('2026-11-01', -1 - at))
  const sum = (month: string) =>
    listDays({ from: month, to: addDays(addMonths(month, 1), -1) }).reduce((all, day) => all + shape(day), 0)
  expect(tested[0]!.error).toMatchObject({
    actual: months.reduce((all, month) => all + sum(month), 0),
    lastMonthMissed: months.reduce((all, month) => all + Math.abs(sum(month) - sum(addMonths(month, -1))) * 1000, 0),
  })
  const forecast = (await getProductForecastFor(viewer(), product, now))!
  expect(forecast.runsOutOn).toBe(addDays(today, Math.floor(forecast.row.daysLeft!)))
  expect(forecast.orderBy).toBe(addDays(forecast.runsOutOn!, -7))
  expect(forecast.error!.months).toBe(6)
})

test('another company’s product has no forecast, nor has a role without totals', async () => {
  const product = await addStockedProduct(company, { sku: 'A', onHand: 100 })
  const other = await createTestOrganization()
  expect(await getProductForecastFor(viewer(other.owner), product, now)).toBeNull()
  expect(await getProductForecastFor(viewer(await addMember(company, 'operator')), product, now)).toBeNull()
  expect((await getProductForecastFor(viewer(await addMember(company, 'viewer')), product, now))?.row).toMatchObject({
    id: product,
    daysLeft: null,
  })
})

test('the test of all products is made once while the sales of the past are the same', async () => {
  await sell(await addStockedProduct(company, { sku: 'A', onHand: 260 }), 760, shape)
  const countTests = async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const { tested } = await getSuggestionFor(viewer(), {}, { now })
    const texts = asked.mock.calls.map(([query]) => (query as unknown as { text?: string }).text)
    asked.mockRestore()
    return { tested, made: texts.filter((text) => text?.includes('product_month')).length }
  }
  const first = await countTests()
  expect(first.made).toBe(1)
  expect(await countTests()).toEqual({ tested: first.tested, made: 0 })
  await inspect(company.organizationId, 'update sales_day set units = units + 1 where day = $1', [addDays(today, -40)])
  expect((await countTests()).made).toBe(1)
})
