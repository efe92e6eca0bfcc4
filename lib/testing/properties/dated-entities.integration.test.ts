import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { moveSalesChannel } from '@/lib/identity/settings/move-sales-channel'
import { closeMonthAction } from '@/lib/money/month-close/actions'
import { getMonthClosesFor } from '@/lib/money/month-close/views'
import { getLimitsFor } from '@/lib/money/revenue-limits/views'
import { getOrderListFor } from '@/lib/sales/orders/views'
import { createTestOrganization, envelope, signInAs, viewerOf } from '@/lib/testing/factories/factories'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { listReceived } from '@/lib/money/payouts/received'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMovements } from '@/lib/testing/harnesses/money-harness'
import { listShops } from '@/lib/connect/shops/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { getCostlessFor } from '@/lib/money/profit/costless'
import { getOrderTax } from '@/lib/money/profit/tax'
import { getResultFor } from '@/lib/money/profit/views'

const now = new Date('2026-11-25T15:00:00Z')
const [cpfSale, meiSale] = [10_000n, 7_000n]

/** A shop of an individual (taxed at 10 %) that sold in October and on 4 and 5 November; the MEI takes it over from the fifth. */
async function movedCompany() {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId: cpf } = company
  await signInAs(company.owner)
  const mei = await addEntity(company, { name: 'MEI' })
  await withOrganization(company, (db) =>
    db.legalEntity.updateMany({ where: { organizationId, id: cpf }, data: { sellerType: 'cpf' } }),
  )
  await withOrganization(company, (db) =>
    db.taxRate.createMany({
      data: [
        {
          organizationId,
          id: newId(),
          legalEntityId: cpf,
          fromDay: new Date('2026-01-01'),
          regime: 'simples',
          rate: '0.1',
        },
        { organizationId, id: newId(), legalEntityId: mei, fromDay: new Date('2026-01-01'), regime: 'mei', rate: null },
      ],
    }),
  )
  const shop = await addShop(company, newId())
  const productId = await addProduct(company, newId())
  const ids = await addOrders(company, shop, [
    { at: '2026-10-10T12:00:00Z', cents: 40_000n, productId },
    { at: '2026-11-04T15:00:00Z', cents: cpfSale, productId },
    { at: '2026-11-05T15:00:00Z', cents: meiSale, productId },
  ])
  const move = (to: string, fromDay: string | null, from = to === mei ? cpf : mei) =>
    moveSalesChannel(company.owner, { kind: 'shop', id: shop, fromEntityId: from, toEntityId: to, fromDay })
  return { company, cpf, mei, shop, ids: ids as [string, string, string], move }
}
type Moved = Awaited<ReturnType<typeof movedCompany>>

const november = { period: 'custom', from: '2026-11-01', to: '2026-11-25' }
const resultOf = async ({ company }: Moved, query: Record<string, string>) => {
  const { total } = await getResultFor(viewerOf(company.owner), { ...november, ...query }, now)
  return { gross: total.grossCents, tax: total.lines.tax, expenses: total.lines.fixed }
}
const grossOf = async (moved: Moved, entity: string) => (await resultOf(moved, { entity })).gross

test('an order of the day before the move stays with the old entity, one of that day is the new one’s, and both add up', async () => {
  const moved = await movedCompany()
  const { company, cpf, mei, shop, ids, move } = moved
  await move(mei, '2026-11-05')
  await withOrganization(company, (db) =>
    db.expense.createMany({
      data: ['2026-11-04', '2026-11-05'].map((day, at) => ({
        organizationId: company.organizationId,
        id: newId(),
        shopId: shop,
        amountCents: 100n * BigInt(at + 1),
        description: 'Embalagem',
        kind: 'fixed',
        dueOn: new Date(day),
      })),
    }),
  )
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    expect(await resultOf(moved, { entity: cpf })).toEqual({ gross: cpfSale, tax: -1_000n, expenses: -100n })
    expect(await resultOf(moved, { entity: mei })).toEqual({ gross: meiSale, tax: 0n, expenses: -200n })
    expect(await resultOf(moved, {})).toEqual({ gross: cpfSale + meiSale, tax: -1_000n, expenses: -300n })
  }
  for (const [at, cents] of [1_000n, 0n].entries())
    expect(
      (await withOrganization(company, (db) => getOrderTax(db, company.organizationId, ids[at + 1]!))).taxCents,
    ).toBe(cents)
  const listed = async (entity: string) =>
    (await getOrderListFor(viewerOf(company.owner), { ...november, entity })).page.rows.map(({ id }) => id)
  expect(await listed(cpf)).toEqual([ids[1]])
  expect(await listed(mei)).toEqual([ids[2]])
})

test('the products that lack a cost are those of the entity’s own days, also of a month that was divided', async () => {
  const moved = await movedCompany()
  const { company, cpf, mei, move } = moved
  await foldSales(company)
  await move(mei, '2026-11-05')
  const whole = { period: 'custom', from: '2026-10-01', to: '2026-11-30' }
  const missing = async (entity?: string) => {
    const view = await getResultFor(
      viewerOf(company.owner),
      { ...whole, ...(entity && { entity }) },
      new Date('2026-12-15T15:00:00Z'),
    )
    return (await getCostlessFor(viewerOf(company.owner), view))?.cents
  }
  expect(await missing(cpf)).toBe(40_000n + cpfSale)
  expect(await missing(mei)).toBe(meiSale)
  expect(await missing()).toBe(40_000n + cpfSale + meiSale)
})

test('a later refund gives back tax to the entity that sold', async () => {
  const moved = await movedCompany()
  const { company, cpf, mei, ids, move } = moved
  const { organizationId } = company
  await move(mei, '2026-11-05')
  await withOrganization(company, async (db) => {
    const book = (sign: 1 | -1) => db.$executeRaw`SELECT append_order_deltas(ARRAY[${ids[1]}::uuid], ${sign}::int)`
    await book(-1)
    const line = { organizationId, orderId: ids[1], kind: 'refund', source: 'api', key: '', asOf: now } as const
    await db.moneyLine.create({ data: { ...line, amountCents: -4_000n }, select: { orderId: true } })
    await book(1)
    await db.orderReturn.create({
      data: {
        organizationId,
        id: newId(),
        number: '1',
        orderId: ids[1],
        shopId: moved.shop,
        kind: 'with_return',
        openedAt: new Date('2026-11-10T15:00:00Z'),
      },
      select: { id: true },
    })
  })
  expect((await resultOf(moved, { entity: cpf, from: '2026-11-10' })).tax).toBe(400n)
  expect((await resultOf(moved, { entity: mei, from: '2026-11-10' })).tax).toBe(0n)
})

test('a MEI’s year counts what it earned itself, and not what the individual sold in the same shop', async () => {
  const { company, cpf, mei, move } = await movedCompany()
  await move(mei, '2026-11-05')
  const { entities } = await getLimitsFor(viewerOf(company.owner), now)
  const of = (id: string) => entities.find((entity) => entity.id === id)!
  expect(of(mei).mei).toMatchObject({ yearCents: meiSale })
  expect(of(cpf).simples?.rbt12).toMatchObject({ cents: 40_000n })
})

test('a closed month keeps its figures, and what was sold before the move stays in the old entity’s books', async () => {
  const { company, cpf, mei, move } = await movedCompany()
  await closeMonthAction(envelope(company), { legalEntityId: cpf, month: '2026-10-01', note: '' })
  const books = async (entity: string) => getMonthClosesFor(viewerOf(company.owner), { entity, month: '2026-10-01' })
  const before = await books(cpf)
  expect(before.opened?.frozen).toMatchObject({ gross: 40_000n })
  await move(mei, '2026-11-05')
  const after = await books(cpf)
  expect(after.opened?.frozen).toEqual(before.opened?.frozen)
  expect(after.pending).toEqual([])
  expect((await books(mei)).months.at(-1)).toMatchObject({ month: '2026-11-01' })
  // Said to have always been the MEI's, October goes over: the closing stands, and the change waits for the next one.
  await move(mei, null, mei)
  expect((await books(cpf)).opened?.frozen).toEqual(before.opened?.frozen)
  expect((await books(cpf)).pending).toMatchObject([{ of: '2026-10-01', changes: { gross: -40_000n } }])
})

test('a move is corrected: another day, undone, or as if it had always been so', async () => {
  const moved = await movedCompany()
  const { cpf, mei, move } = moved
  await move(mei, '2026-11-05')
  await move(cpf, '2026-11-05')
  expect(await grossOf(moved, cpf)).toBe(cpfSale + meiSale)
  expect(await grossOf(moved, mei)).toBe(0n)
  await move(mei, '2026-11-20')
  await move(mei, '2026-11-05', mei)
  expect(await grossOf(moved, cpf)).toBe(cpfSale)
  await move(mei, '2026-11-06', mei)
  expect(await grossOf(moved, cpf)).toBe(cpfSale + meiSale)
  await move(mei, null, mei)
  expect(await grossOf(moved, cpf)).toBe(0n)
  expect(await grossOf(moved, mei)).toBe(cpfSale + meiSale)
})

test('a day that is still to come is refused, and so are the ids of another company', async () => {
  const { company, mei, shop, move } = await movedCompany()
  const theirs = await movedCompany()
  await expect(move(mei, '2999-01-01')).rejects.toThrow('invalidInput')
  await expect(move(theirs.mei, '2026-11-05', company.legalEntityId)).rejects.toThrow('notFound')
  const input = { kind: 'shop' as const, id: shop, fromEntityId: theirs.cpf, toEntityId: theirs.mei, fromDay: null }
  await expect(moveSalesChannel(theirs.company.owner, input)).rejects.toThrow('notFound')
  await withOrganization(theirs.company, async (db) => {
    await theirs.move(theirs.mei, '2026-11-05')
    expect(await db.formerEntity.count()).toBe(1)
  })
  expect(await withOrganization(company, (db) => db.formerEntity.count())).toBe(0)
})

test('an accountant of one entity reads what was sold under it: rows, figures and whole months alike', async () => {
  const { company, cpf, mei, shop, ids, move } = await movedCompany()
  await foldSales(company)
  await addMovements(company, shop, [
    { at: '2026-11-04T15:00:00Z', cents: 100n },
    { at: '2026-11-05T15:00:00Z', cents: 200n },
  ])
  await move(mei, '2026-11-05')
  const seen = (legalEntityIds: string[]) =>
    withOrganization({ ...company, legalEntityIds }, async (db) => ({
      orders: (await db.order.findMany({ select: { id: true }, orderBy: { placedAt: 'asc' } })).map(({ id }) => id),
      days: (await db.salesDay.findMany({ select: { grossCents: true } }))
        .map(({ grossCents }) => grossCents)
        .toSorted(),
      months: await db.productMonth.count(),
      wallet: (await db.walletTransaction.findMany({ select: { amountCents: true } })).map((row) => row.amountCents),
      shops: (await listShops(db, company.organizationId)).map(({ legalEntity }) => legalEntity.name),
      sellers: (await listFeeShops(db, company.organizationId)).map(({ sellerType, formerly }) => [
        sellerType,
        formerly?.map((one) => one.sellerType),
      ]),
    }))
  const sellers = [['cnpj', ['cpf']]]
  expect(await seen([cpf])).toEqual({
    orders: [ids[0], ids[1]],
    days: [cpfSale, 40_000n],
    months: 1,
    wallet: [100n],
    shops: [''],
    sellers,
  })
  expect(await seen([mei])).toEqual({
    orders: [ids[2]],
    days: [meiSale],
    months: 0,
    wallet: [200n],
    shops: ['MEI'],
    sellers,
  })
  expect((await seen([])).orders).toEqual([])
})

test('a withdrawal is matched with the account of the entity of its day, and its income is that entity’s', async () => {
  const { company, cpf, mei, shop, move } = await movedCompany()
  const { organizationId } = company
  await move(mei, '2026-11-05')
  const [early, late] = await addMovements(company, shop, [
    { at: '2026-11-04T12:00:00Z', cents: -5_000n, kind: 'withdrawal' },
    { at: '2026-11-05T12:00:00Z', cents: -5_000n, kind: 'withdrawal' },
    { at: '2026-11-04T13:00:00Z', cents: 900n, kind: 'payout' },
    { at: '2026-11-05T13:00:00Z', cents: 800n, kind: 'payout' },
  ])
  const accounts = [newId(), newId()] as const
  for (const [at, entity] of [cpf, mei].entries())
    await inspect(
      organizationId,
      `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
       VALUES (current_organization(), $1, $2, $3, '1', $4, '2026-11-06', 5000, 'SHPP')`,
      [accounts[at], entity, Buffer.from(entity), entity],
    )
  await withOrganization(company, (db) => matchWithdrawals(db, organizationId))
  const matches = await inspect<{ transaction_id: string; entry_id: string }>(
    organizationId,
    'SELECT transaction_id, entry_id FROM bank_match',
  )
  expect(new Map(matches.map((row) => [row.transaction_id, row.entry_id]))).toEqual(
    new Map([
      [early, accounts[0]],
      [late, accounts[1]],
    ]),
  )
  const came = async (entity: string) => {
    const range = { from: '2026-11-01', to: '2026-11-30' }
    const { days } = await withOrganization(company, (db) =>
      listReceived(db, viewerOf(company.owner), range, { entity }),
    )
    return days.map(({ cents }) => cents)
  }
  expect(await came(cpf)).toEqual([900n])
  expect(await came(mei)).toEqual([800n])
})
