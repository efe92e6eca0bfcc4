import { destinations } from '@/components/shell/navigation'
import { mayOpen } from '@/components/shell/navigation-rights'
import { can, type Permission, type Role } from '@/lib/auth/permissions'
import { translatorOf } from '@/lib/exports/list-kind'
import { languages, type Language } from '@/lib/language'
import { paletteSwitches, type PaletteEntry } from '@/lib/palette/schema'

const actions = [
  { key: 'newOrder', href: '/dashboard/orders', permission: 'order.create' },
  { key: 'newProduct', href: '/dashboard/products/new', permission: 'product.write' },
  { key: 'newExpense', href: '/dashboard/expenses?new=1', permission: 'expense.write' },
  { key: 'import', href: '/dashboard/orders/import', permission: 'sheet.import' },
  { key: 'connectShop', href: '/dashboard/shops?new=1', permission: 'shop.connect' },
  { key: 'invitePerson', href: '/dashboard/settings/people', permission: 'member.manage' },
] as const satisfies readonly { key: string; href: string; permission: Permission }[]

/** Pages that stand for an action of the same address, or for what was picked elsewhere. */
const unlisted: readonly string[] = ['newProduct', 'companyPapers']

type Key = Parameters<ReturnType<typeof translatorOf>>[0]

/** What the role may open and do, in the language shown, found by both languages' names and by what else people call it. */
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
        words: [...known(`shell.pages.${page.key}`), ...known(`paletteWords.pages.${page.key}`), ...above],
        href: page.href,
      }
    })
  const todo = [
    ...actions.filter(({ permission }) => can(role, permission)).map(({ key, href }) => ({ key, href })),
    ...paletteSwitches.map((one) => ({ key: one, switches: one })),
  ]
  return [
    ...todo.map((action): PaletteEntry => ({
      ...action,
      key: `action:${action.key}`,
      kind: 'action',
      label: say(`paletteWords.actions.${action.key}`),
      words: [...known(`paletteWords.actions.${action.key}`), ...known(`paletteWords.also.${action.key}`)],
    })),
    ...pages,
  ]
}
