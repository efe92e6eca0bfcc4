import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createToken, revokeToken } from '@/lib/identity/access-tokens/tokens'
import { withOrganization, type Actor } from '@/lib/core/db'
import { proposalKinds } from '@/lib/assist/proposals/registry'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { addListing, addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { tools } from '@/lib/assist/tools/registry'
import { GET, POST } from './route'

const address = new URL('http://localhost:3000/api/mcp')

/** The protocol's own client; only the wire is ours. */
async function connect(secret: string) {
  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(address, {
      requestInit: { headers: { authorization: `Bearer ${secret}` } },
      fetch: (url, init) => (init?.method === 'POST' ? POST(new Request(url, init)) : Promise.resolve(GET())),
    }),
  )
  return client
}

const give = async (actor: Actor, scope: 'read' | 'write' = 'read') =>
  (await createToken(actor, { name: 'Cliente', scope, days: 7 })).secret
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

test('a client lists what the person may ask, and every tool answers it with links that open from anywhere', async () => {
  const organization = await createTestOrganization()
  const shop = await addShop(organization, 'Loja Norte')
  const productId = await addProduct(organization, 'GAR-1')
  await addOrders(organization, shop, [{ at: '2026-03-10T12:00:00Z', cents: 123_456n, charged: 20_000n, productId }])
  const client = await connect(await give(organization.owner))
  expect(await namesOf(client)).toEqual(tools.map(({ name }) => name))
  for (const { name } of tools)
    expect({ name, isError: (await client.callTool({ name, arguments: {} })).isError ?? false }).toEqual({
      name,
      isError: false,
    })
  const sales = await client.callTool({ name: 'sales_summary', arguments: { from: '2026-03-01', to: '2026-03-31' } })
  expect(sales.structuredContent).toMatchObject({
    figures: expect.arrayContaining([
      {
        name: 'grossSales',
        unit: 'cents',
        value: '123456',
        href: expect.stringMatching(/^http:\/\/localhost:3000\/dashboard\/orders\?from=2026-03-01&to=2026-03-31/),
      },
    ]),
  })
})

/** One of each kind, of what `makeCatalogue` has made. */
const proposed: Record<string, object> = {
  expense: { description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' },
  mapping: { listing: 'Caneca do anúncio', product: 'CAN-2' },
  stock_count: { product: 'CAN-2', units: 8, reason: 'Contagem' },
  product_price: { product: 'CAN-2', priceCents: 8_100 },
  listing_price: { listing: 'Caneca do anúncio', priceCents: 6_000 },
}

async function makeCatalogue() {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja Norte')
  await addListing(company, shopId, 'Caneca do anúncio')
  await addStockedProduct(company, { sku: 'CAN-2', onHand: 10 })
  await withOrganization(company, async (db) => {
    await db.shop.updateMany({ where: { organizationId }, data: { priceMaster: 'mascate', status: 'active' } })
    await db.listing.updateMany({ where: { organizationId }, data: { itemId: '77', originalCents: 5_000n } })
  })
  return company
}

test('a token reads alone unless it may propose; what it proposes, of every kind, is a draft of its person', async () => {
  const { owner, organizationId } = await makeCatalogue()
  const calls = proposalKinds.map(({ name }) => ({ name: `propose_${name}`, arguments: { ...proposed[name] } }))
  const reader = await connect(await give(owner))
  expect((await namesOf(reader)).filter((name) => name.startsWith('propose_'))).toEqual([])
  for (const call of calls)
    expect({ call, ...(await reader.callTool(call)) }).toMatchObject({
      call,
      isError: true,
      structuredContent: { error: 'permissionDenied' },
    })
  expect(await inspect(organizationId, 'SELECT id FROM proposal')).toEqual([])
  const before = await fingerprint(organizationId)
  const writer = await connect(await give(owner, 'write'))
  expect(await namesOf(writer)).toEqual(expect.arrayContaining(calls.map(({ name }) => name)))
  for (const call of calls)
    expect({ call, ...(await writer.callTool(call)) }).toMatchObject({
      call,
      structuredContent: { state: 'open', kind: call.name.slice('propose_'.length), diff: expect.any(Array) },
    })
  const own = ['proposal', 'access_token', 'audit_event', 'audit_head']
  const after = Object.entries(await fingerprint(organizationId)).filter(([table]) => !own.includes(table))
  expect(after).toEqual(Object.entries(before).filter(([table]) => !own.includes(table)))
  expect(await inspect(organizationId, 'SELECT DISTINCT source, made_for, state::text FROM proposal')).toEqual([
    { source: 'assistant', made_for: owner.userId, state: 'open' },
  ])
})

test('a role is offered and answered no more than its pages show', async () => {
  const { owner } = await createTestOrganization()
  const viewer = await connect(await give(await addMember(owner, 'viewer'), 'write'))
  expect((await namesOf(viewer)).filter((name) => name.startsWith('propose_'))).toEqual([])
})

test('without a token, with a revoked one or from a foreign page no call is answered', async () => {
  const { owner } = await createTestOrganization()
  const { id, secret } = await createToken(owner, { name: 'Cliente', scope: 'read', days: 7 })
  const client = await connect(secret)
  await revokeToken(owner, { id }, false)
  await expect(client.listTools()).rejects.toThrow(/401|no valid token/)
  const post = (headers: Record<string, string>) => POST(new Request(address, { method: 'POST', body: '{}', headers }))
  const posted = await post({})
  expect([posted.status, posted.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const dead = await post({ authorization: `Bearer ${secret}` })
  expect([dead.status, dead.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')])
  expect(await dead.json()).toMatchObject({ error: { message: expect.stringContaining('revoked') as string } })
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  expect(GET().status).toBe(405)
})

test('a batch, which would count as one call, is refused', async () => {
  const { owner } = await createTestOrganization()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const headers = {
    authorization: `Bearer ${await give(owner)}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const send = (body: unknown) => POST(new Request(address, { method: 'POST', headers, body: JSON.stringify(body) }))
  expect([(await send([call, call])).status, (await send(call)).status]).toEqual([400, 200])
})
