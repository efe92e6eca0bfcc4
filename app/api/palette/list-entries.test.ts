import { findDestination } from '@/components/shell/navigation'
import { mayOpen } from '@/components/shell/navigation-rights'
import { ROLES, type Role } from '@/lib/core/permissions'
import { matchEntries } from '@/lib/insight/palette/match'
import { listPaletteEntries } from './list-entries'

const all = { productivity: true }
const offered = (role: Role, language: 'pt' | 'en' = 'pt', switches = all) =>
  listPaletteEntries({ role, ...switches }, language)
const actionsOf = (...given: Parameters<typeof offered>) => offered(...given).filter(({ kind }) => kind === 'action')
const keys = (entries: { key: string }[]) => entries.map(({ key }) => key.replace('action:', ''))

test('a role with all rights is offered all daily actions', () => {
  expect(keys(actionsOf('owner'))).toEqual(
    expect.arrayContaining([
      'newOrder',
      'newProduct',
      'newExpense',
      'newPurchase',
      'newCount',
      'adjustStock',
      'newSupplier',
      'import',
      'importSheet',
      'readInvoice',
      'exportList',
      'connectShop',
      'syncNow',
      'mapListings',
      'sendInvoices',
      'printLabels',
      'packParcels',
      'receiveReturn',
      'payOverdue',
      'suggestPurchase',
      'newTask',
      'newEvent',
      'editCompany',
      'editEntities',
      'stockRules',
      'invitePerson',
      'connectDrive',
      'editProfile',
      'changePassword',
      'chooseAlerts',
      'scheme',
      'language',
      'shortcuts',
    ]),
  )
})

test('no role is offered an action on a page that it may not open', () => {
  for (const role of ROLES)
    for (const switches of [all, { productivity: false }])
      for (const entry of actionsOf(role, 'pt', switches)) {
        if (!('href' in entry)) continue
        const page = findDestination(entry.href.split('?')[0]!)!
        expect({ role, action: entry.key, opens: mayOpen(role, page, switches) }).toMatchObject({ opens: true })
      }
})

test('an action goes with its right, not with the page that it stands on', () => {
  expect(keys(actionsOf('viewer'))).not.toEqual(expect.arrayContaining(['newCount']))
  expect(keys(actionsOf('finance'))).toEqual(expect.arrayContaining(['newExpense', 'payOverdue', 'exportList']))
  for (const role of ['finance', 'viewer', 'accountant'] as const)
    for (const key of ['newOrder', 'adjustStock', 'connectShop', 'syncNow', 'printLabels'])
      expect(keys(actionsOf(role))).not.toContain(key)
  expect(keys(actionsOf('operator'))).toEqual(
    expect.arrayContaining(['newOrder', 'newCount', 'syncNow', 'packParcels']),
  )
  expect(keys(actionsOf('owner', 'pt', { productivity: false }))).not.toContain('newTask')
})

test.each([
  ['nova comp', 'newPurchase'],
  ['contagem', 'newCount'],
  ['ajustar estoque', 'adjustStock'],
  ['sincronizacao', 'syncNow'],
  ['sync now', 'syncNow'],
  ['etiqueta', 'printLabels'],
  ['print lab', 'printLabels'],
  ['devolucao', 'receiveReturn'],
  ['NOTA FISCAL', 'sendInvoices'],
  ['exportar', 'exportList'],
  ['senha', 'changePassword'],
  ['inventario', 'newCount'],
  ['new expense', 'newExpense'],
])('%j finds %s in either language, with or without its accents', (text, key) => {
  for (const language of ['pt', 'en'] as const)
    expect(keys(matchEntries(offered('owner', language), text, 12))).toContain(key)
})

test('where a page and an action are meant alike, the page comes first; what is named outright comes first of all', () => {
  const first = (text: string) => matchEntries(offered('owner'), text, 12)[0]
  expect(first('expenses')).toMatchObject({ kind: 'page', label: 'Despesas' })
  expect(first('despesas')).toMatchObject({ kind: 'page', label: 'Despesas' })
  expect(first('novo pedido')).toMatchObject({ key: 'action:newOrder' })
  expect(first('nova compra')).toMatchObject({ key: 'action:newPurchase' })
})

test('every entry has a name of its own in both languages', () => {
  for (const language of ['pt', 'en'] as const) {
    const labels = offered('owner', language).map(({ kind, label, about }) => `${kind}: ${label} · ${about ?? ''}`)
    expect(labels.filter((label, place) => labels.indexOf(label) !== place)).toEqual([])
    expect(labels.filter((label) => label.includes('paletteWords'))).toEqual([])
  }
})
