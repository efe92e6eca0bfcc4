import { withOrganization } from '../lib/db'
import { findFiles } from '../lib/testing/entries'
import { exactly, isFullProfile, tellFigures } from '../lib/testing/tell-figures'
import { visitorOf, waysToAsk } from './fixtures/ask'
import { pathOf, plantCompany } from './fixtures/planted'
import { dashboardRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { expect, test } from './fixtures/test'
import { startWithoutMiddleware } from './fixtures/without-middleware'

test('with the middleware deleted, an anonymous visitor gets no protected byte of any page or route', async ({
  organization,
  signIn,
  context,
}, info) => {
  test.skip(info.project.name !== 'desktop', 'no browser is involved')
  test.setTimeout(600_000)
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
    const ids = Object.values(planted.ids)
    const handlers = findFiles('app/api', 'route.ts')
      .map((path) => path.replace(/^app|\/route\.ts$/g, ''))
      .filter((path) => !path.includes('[...'))
      .flatMap((path) => (path.includes('[id]') ? ids.map((id) => path.replace('[id]', id)) : [path]))
      .map((path) => `${path}?organization=${organizationId}`)
    const shown: string[] = []
    let asked = 0
    const allWays = Object.entries(waysToAsk)
    // No handler reads how the client's router asks.
    const waysOf = (route: string) => (handlers.includes(route) && !isFullProfile ? allWays.slice(0, 1) : allWays)
    for (const route of [...dashboardRoutes, ...records, ...handlers])
      for (const [how, headers] of waysOf(route)) {
        const { body } = await anonymous(route, headers)
        asked += 1
        const isShown = body.includes(canary) || body.includes('id="content"') || /<nav|<table|<form/.test(body)
        if (isShown) shown.push(`${route}, ${how}`)
      }
    tellFigures({
      refused: asked - shown.length,
      figures: [exactly('answers with something of a company', shown.length, 0)],
    })
    expect(shown).toEqual([])
  } finally {
    await server.stop()
  }
})
