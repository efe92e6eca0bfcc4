import { withOrganization } from '../lib/db'
import { newId } from '../lib/ids'
import { dashboardRoutes } from './fixtures/routes'
import { expect, test } from './fixtures/test'
import { startWithoutMiddleware } from './fixtures/without-middleware'

const ASKED: Record<string, Record<string, string>> = {
  'a page': {},
  'a page of the client router': { RSC: '1' },
  'a prefetch': { RSC: '1', 'Next-Router-Prefetch': '1' },
  'a segment prefetch': { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/dashboard' },
}

test('with the middleware deleted, an anonymous visitor gets no protected byte of any page', async ({
  organization,
  signIn,
  context,
}, info) => {
  test.skip(info.project.name !== 'desktop', 'no browser is involved')
  const canary = `CANARY-${newId()}`
  const { organizationId } = organization
  const [productId, orderId] = [newId(), newId()]
  await withOrganization(organization, async (db) => {
    await db.organization.update({ where: { id: organizationId }, data: { name: canary } })
    await db.product.create({ data: { organizationId, id: productId, sku: canary, title: canary, priceCents: 100n } })
    const channel = await db.channel.findFirstOrThrow({ where: { organizationId }, select: { id: true } })
    await db.order.create({
      data: {
        organizationId,
        id: orderId,
        code: canary,
        platform: 'manual',
        channelId: channel.id,
        outletId: channel.id,
        status: 'pending',
        customerName: canary,
        placedAt: new Date(),
        localDay: new Date('2026-11-21'),
        units: 1,
        revenueCents: 0n,
        totalCents: 0n,
      },
    })
    await db.expense.create({
      data: { organizationId, id: newId(), description: canary, amountCents: 100n, kind: 'fixed', dueOn: new Date() },
    })
  })
  await signIn()
  const [session] = await context.cookies()
  const server = await startWithoutMiddleware(3298)
  try {
    const known = await fetch(`${server.address}/dashboard/products`, {
      headers: { cookie: `${session!.name}=${session!.value}` },
    })
    expect(await known.text()).toContain(canary)
    const records = [
      `/dashboard/products/${productId}`,
      `/dashboard/products/${productId}/edit`,
      `/dashboard/orders/${orderId}`,
    ]
    for (const route of [...dashboardRoutes, ...records])
      for (const [how, headers] of Object.entries(ASKED)) {
        const answer = await fetch(`${server.address}${route}`, { headers, redirect: 'manual' })
        const body = await answer.text()
        expect(
          `${route}, ${how}: ${body.includes(canary) || body.includes('id="main"') || /<nav|<table|<form/.test(body)}`,
        ).toBe(`${route}, ${how}: false`)
      }
  } finally {
    await server.stop()
  }
})
