import { companyHub, entries, findDestination } from '../components/shell/navigation'
import { listEntryKeys } from '../components/shell/navigation-rights'
import { can, ROLES } from '../lib/auth/permissions'
import { addMember, signInAs } from '../lib/testing/factories'
import { visitorOf, waysToAsk } from './fixtures/ask'
import { pathOf, plantCompany } from './fixtures/planted'
import { dashboardRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { expect, test } from './fixtures/test'
import messages from '../messages/pt-BR.json'

const { title } = messages.pages.denied
const isDenied = (html: string) => html.includes(`${title}</h1>`)

for (const role of ROLES)
  test(`${role} is shown exactly the pages that the table grants, and not a byte of the others`, async ({
    organization,
    page,
    context,
    baseURL,
  }, info) => {
    test.skip(info.project.name !== 'desktop', 'what is sent does not depend on the size')
    const planted = await plantCompany(organization)
    const actor = role === 'owner' ? organization.owner : await addMember(organization, role)
    const { cookie } = await signInAs(actor)
    const visit = visitorOf(baseURL!, cookie)
    const pages = [
      ...dashboardRoutes.map((path) => ({ path, permission: findDestination(path)!.permission })),
      ...(Object.keys(recordRoutes) as RecordRoute[]).map((route) => ({
        path: pathOf(route, planted),
        permission: recordRoutes[route],
      })),
    ]
    for (const { path, permission } of pages) {
      const allowed = permission === null || can(role, permission)
      for (const [how, headers] of Object.entries(waysToAsk)) {
        const { body } = await visit(path, headers)
        if (how === 'a page') expect(`${path} denied: ${isDenied(body)}`).toBe(`${path} denied: ${!allowed}`)
        if (!allowed) expect(`${path}, ${how}: ${body.includes(planted.word)}`).toBe(`${path}, ${how}: false`)
      }
    }
    await context.addCookies([{ ...cookie, url: baseURL!, httpOnly: true, sameSite: 'Lax' }])
    // Not the dashboard, which leads the operator on to dispatch.
    await page.goto('/dashboard/notifications')
    const links = page.getByRole('navigation', { name: messages.shell.nav.label }).getByRole('link')
    const shown = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    const keys = listEntryKeys(role, { productivity: true })
    const granted = entries.filter(({ key }) => keys.includes(key)).map(({ href }) => href as string)
    // A group's heading leads somewhere too.
    expect(shown.filter((href) => href !== companyHub.href).toSorted()).toEqual(granted.toSorted())
  })
