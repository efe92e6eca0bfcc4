import { createToken } from '@/lib/identity/access-tokens/tokens'
import { withOrganization } from '@/lib/core/db'
import { createExpense } from '@/lib/money/expenses/create-expense'
import { newId } from '@/lib/core/ids'
import { callableTools } from '@/lib/assist/proposals/callable-tools'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { POST } from './route'
import { verifyCompanies } from '@/lib/testing/harnesses/verified'

/** Inputs that name a record, and inputs that are stored as they are. */
const naming = ['product', 'shop', 'order', 'listing', 'category', 'search']
const plain = ['from', 'to', 'reason']
const rest: Record<string, object> = {
  propose_mapping: { listing: 'Anúncio próprio', product: 'PROPRIO-1' },
  propose_product_price: { product: 'PROPRIO-1', priceCents: 777 },
  propose_listing_price: { listing: 'Anúncio próprio', priceCents: 777 },
  propose_stock_count: { product: 'PROPRIO-1', units: 3, reason: 'Contagem' },
}

async function makeCompany(mark: string) {
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  const shopId = await addShop(company, `Loja-${mark}`)
  const productId = await addProduct(company, `${mark}-1`)
  const listingId = await addListing(company, shopId, `Anúncio-${mark}`)
  await addOrders(company, shopId, [{ at: new Date().toISOString(), cents: 987_654n, productId }])
  await createExpense(owner, {
    description: `Despesa-${mark}`,
    amountCents: 987_654n,
    kind: 'fixed',
    category: `Categoria-${mark}`,
    dueOn: '2026-11-30',
    paidOn: null,
    fileId: null,
    place: null,
    repeat: null,
  })
  await withOrganization(company, (db) =>
    db.shop.updateMany({ where: { organizationId }, data: { priceMaster: 'mascate', status: 'active' } }),
  )
  const [order] = await inspect<{ id: string; code: string }>(organizationId, 'SELECT id, code FROM orders')
  const names: Record<string, string> = {
    shop: `Loja-${mark}`,
    product: `${mark}-1`,
    listing: `Anúncio-${mark}`,
    category: `Categoria-${mark}`,
    search: `Despesa-${mark}`,
    order: order!.code,
  }
  const ids = [organizationId, shopId, productId, listingId, order!.id]
  return { company, namedBy: (field: string) => [...ids, names[field]!] }
}

test('another company’s record is as unknown to every tool as a missing one, by id and by name', async () => {
  const [mine, theirs] = [await makeCompany('PROPRIO'), await makeCompany('ALHEIO')]
  const { owner } = mine.company
  // Several, since one is refused after so many calls a minute.
  const tokens: string[] = []
  for (let n = 0; n < 10; n += 1)
    tokens.push((await createToken(owner, { name: `Cliente ${n}`, scope: 'write', days: 7 })).secret)
  let calls = 0
  const call = async (name: string, args: object) => {
    const request = new Request('http://localhost:3000/api/mcp', {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      headers: {
        authorization: `Bearer ${tokens[calls++ % tokens.length]}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    })
    return (await POST(request)).text()
  }
  const tried: string[] = []
  for (const { name, schema } of callableTools) {
    // It creates the record that it names.
    if (name === 'propose_expense') continue
    const fields = Object.entries(schema.shape).filter(([, field]) => field.safeParse('palavra').success)
    expect(fields.map(([field]) => field).filter((field) => ![...naming, ...plain].includes(field))).toEqual([])
    const names = Object.keys(schema.shape).filter((field) => naming.includes(field))
    for (const field of names)
      for (const known of theirs.namedBy(field)) {
        const nowhere = /^[0-9a-f-]{36}$/.test(known) ? newId() : `${known.slice(0, -3)}${'x'.repeat(3)}`
        const request = async (value: string) => {
          const said = await call(name, { ...rest[name], [field]: value })
          return said.replaceAll(value, '*').replaceAll(encodeURIComponent(value), '*')
        }
        const [foreigner, missing] = [await request(known), await request(nowhere)]
        expect({ name, field, known, said: foreigner }).toEqual({ name, field, known, said: missing })
        expect(foreigner).not.toMatch(/tooMany|987\.?654|ALHEIO/)
        tried.push(`${name}.${field}`)
      }
  }
  reportFigures({ refused: tried.length, notes: { 'inputs of functions that name a record': new Set(tried).size } })
  expect(new Set(tried).size).toBeGreaterThan(10)
  expect(await inspect(theirs.company.organizationId, 'SELECT 1 FROM proposal')).toEqual([])
}, 120_000)

if (isFullProfile) test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }))
