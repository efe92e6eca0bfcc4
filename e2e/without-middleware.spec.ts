import { withOrganization } from '../lib/db'
import { visitorOf, waysToAsk } from './fixtures/ask'
import { pathOf, plantCompany } from './fixtures/planted'
import { dashboardRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { expect, test } from './fixtures/test'
import { startWithoutMiddleware } from './fixtures/without-middleware'

test('with the middleware deleted, an anonymous visitor gets no protected byte of any page', async ({
  organization,
  signIn,
  context,
}, info) => {
  test.skip(info.project.name !== 'desktop', 'no browser is involved')
  const planted = await plantCompany(organization)
  const { organizationId } = organization
  const canary = planted.word
  await withOrganization({ organizationId }, (db) =>
    db.organization.update({ where: { id: organizationId }, data: { name: canary }, select: { id: true } }),
  )
  await signIn()
  const [session] = await context.cookies()
  const server = await startWithoutMiddleware(3298)
  try {
    const member = visitorOf(server.address, session)
    for (const how of ['a page', 'a page of the client router'])
      expect((await member('/dashboard/products', waysToAsk[how])).body).toContain(canary)
    const anonymous = visitorOf(server.address)
    const records = (Object.keys(recordRoutes) as RecordRoute[]).map((route) => pathOf(route, planted))
    for (const route of [...dashboardRoutes, ...records])
      for (const [how, headers] of Object.entries(waysToAsk)) {
        const { body } = await anonymous(route, headers)
        const shown = body.includes(canary) || body.includes('id="content"') || /<nav|<table|<form/.test(body)
        expect(`${route}, ${how}: ${shown}`).toBe(`${route}, ${how}: false`)
      }
  } finally {
    await server.stop()
  }
})
