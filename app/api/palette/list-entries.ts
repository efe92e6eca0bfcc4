import { destinations, type Destination } from '@/components/shell/navigation'
import { mayOpen } from '@/components/shell/navigation-rights'
import { can, type Role } from '@/lib/core/permissions'
import { translatorOf } from '@/lib/core/i18n/translator'
import { languages, type Language } from '@/lib/core/language'
import { paletteActions } from '@/lib/insight/palette/offers'
import { paletteSwitches, type PaletteEntry } from '@/lib/insight/palette/schema'

/** Pages that stand for an action of the same address, or for what was picked elsewhere. */
const unlisted: readonly string[] = ['newProduct', 'companyNewPurchase', 'companyPapers']

type Key = Parameters<ReturnType<typeof translatorOf>>[0]

/** Two pages with one name are distinguished by their place. */
function aboutOf({ group, href }: Destination, say: (key: string) => string): { about?: string } {
  if (href.startsWith('/dashboard/settings/')) return { about: say('shell.pages.settings') }
  return group === 'main' ? {} : { about: say(`shell.nav.${group}`) }
}

/** The role's pages and actions, in the shown language, found by both languages' names and by other common names. */
export function listPaletteEntries(
  { role, productivity }: { role: Role; productivity: boolean },
  language: Language,
): PaletteEntry[] {
  const t = translatorOf(language)
  const both = languages.map((one) => translatorOf(one))
  const say = (key: string) => t(key as Key)
  const known = (key: string) => both.flatMap((each) => (each.has(key as Key) ? each(key as Key) : []))
  const pages = destinations
    .filter((page) => mayOpen(role, page, { productivity }) && !unlisted.includes(page.key))
    .map((page): PaletteEntry => {
      const above = page.group === 'company' ? known('shell.nav.company') : []
      return {
        key: page.key,
        kind: 'page',
        label: say(`shell.pages.${page.key}`),
        ...aboutOf(page, say),
        words: [...known(`shell.pages.${page.key}`), ...known(`paletteWords.pages.${page.key}`), ...above],
        href: page.href,
      }
    })
  const todo = [
    ...Object.entries(paletteActions)
      .filter(([, action]) => action.permission === null || can(role, action.permission))
      .filter(([, action]) => productivity || !('productivity' in action))
      .map(([key, { href }]) => ({ key, href })),
    ...paletteSwitches.map((one) => ({ key: one, switches: one })),
  ]
  // Pages first: of what is meant alike, the page is what was looked for.
  return [
    ...pages,
    ...todo.map((action): PaletteEntry => ({
      ...action,
      key: `action:${action.key}`,
      kind: 'action',
      label: say(`paletteWords.actions.${action.key}`),
      words: [...known(`paletteWords.actions.${action.key}`), ...known(`paletteWords.also.${action.key}`)],
    })),
  ]
}
