import { companyHub, entries } from '../components/shell/navigation'
import { listEntryKeys } from '../components/shell/navigation-rights'
import { ROLES } from '../lib/auth/permissions'
import { expect, test } from './fixtures/test'
import messages from '../messages/pt-BR.json'

// Which pages it is denied is asked page by page in canary.spec.ts.
for (const role of ROLES)
  test(`${role} finds exactly the pages that the table grants in the navigation`, async ({ page, signIn }, info) => {
    test.skip(info.project.name !== 'desktop', 'what is granted does not depend on the size')
    await signIn(role)
    // Not the dashboard, which leads the operator on to dispatch.
    await page.goto('/dashboard/notifications')
    const links = page.getByRole('navigation', { name: messages.shell.nav.label }).getByRole('link')
    const keys = listEntryKeys(role, { productivity: true })
    const granted = entries.filter(({ key }) => keys.includes(key)).map(({ href }) => href as string)
    // The shell may stream after the first bytes. A group's heading leads somewhere too.
    await expect(links.first()).toBeVisible()
    const shown = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(shown.filter((href) => href !== companyHub.href).toSorted()).toEqual(granted.toSorted())
  })
