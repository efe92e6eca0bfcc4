import { companyHub, entries } from '../components/shell/navigation'
import { listEntryKeys } from '../components/shell/navigation-rights'
import { ROLES } from '../lib/core/permissions'
import messages from '../messages/pt-BR.json'
import { visitorOf } from './fixtures/requests'
import { expect, testByHttp as test } from './fixtures/test'

const { label } = messages.shell.nav

// Which pages it is denied is asked page by page in canary.spec.ts. The navigation is sent with the page: no browser is needed to read it.
for (const role of ROLES)
  test(
    `${role} finds exactly the pages that the table grants in the navigation`,
    { tag: '@desktop' },
    async ({ baseURL, openSession }) => {
      // Not the dashboard, which leads the operator on to dispatch.
      const { body } = await visitorOf(baseURL!, await openSession(role))('/dashboard/notifications')
      const navigation = new RegExp(`<nav[^>]*aria-label="${label}".*?</nav>`, 's').exec(body)?.[0] ?? ''
      const shown = [...navigation.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href]) => href!)
      const keys = listEntryKeys(role, { productivity: true })
      const granted = entries.filter(({ key }) => keys.includes(key)).map(({ href }) => href as string)
      // A group's heading leads somewhere too.
      expect(shown.filter((href) => href !== companyHub.href).toSorted()).toEqual(granted.toSorted())
    },
  )
