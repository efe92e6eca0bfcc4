import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { FormError } from '@/components/ui/form-error'
import { testPage } from '@/components/ui/test-page'
import { can, ROLES, type Right } from '@/lib/core/permissions'
import { readsChangesOf } from '@/lib/insight/audit-log/form-fields'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import type { HistoryLine } from '@/lib/insight/audit-log/views'
import { WhatChanged } from './what-changed'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })

const HOUR = 3_600_000
const line = (text: string, agoMs: number, changes: HistoryLine['changes']) => ({
  id: text,
  at: '2026-11-30T12:00:00Z',
  agoMs,
  actorKind: 'person',
  text,
  changes,
})
let lines: ReturnType<typeof line>[]
let asked: string[]
let clock: number
let isLastShown: boolean
let client: QueryClient
beforeEach(() => {
  asked = []
  isLastShown = true
  client = new QueryClient()
  clock = HOUR
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const data = () => lines.map((one, nth) => ({ ...one, isLast: nth === 0 && isLastShown }))
  vi.stubGlobal('fetch', async (address: string) => (asked.push(address), Response.json({ ok: true, data: data() })))
})

const Page = testPage()
const form = (code: 'staleVersion' | 'skuTaken' | null, record = { kind: 'shop', id: 's' }) => (
  <Page>
    <QueryClientProvider client={client}>
      <FormError error={code && { code }} changed={<WhatChanged {...record} />} />
    </QueryClientProvider>
  </Page>
)
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('every change since the form was opened says what was and what is, and none before it', async () => {
  lines = [
    line('Bruno alterou a loja', 5_000, [{ field: 'Nome', before: 'Norte', after: 'Sul' }]),
    line('Bruno ligou o estoque', 50_000, [{ field: 'Reserva', before: null, after: '3' }]),
    line('Ana criou a loja', HOUR, [{ field: 'Nome', before: null, after: 'Norte' }]),
  ]
  const { rerender } = render(form(null))
  clock += 60_000
  rerender(form('staleVersion'))
  await screen.findByText(/Última alteração: Bruno alterou a loja/)
  expect(items()).toEqual(['Nome: Norte → Sul', 'Reserva: 3'])
  expect(asked).toEqual(['/api/audit/changes?kind=shop&id=s'])
})

test('the last change stands there in any case, and after reloading no other one stands there again', async () => {
  lines = [
    line('Bruno alterou a loja', 120_000, [{ field: 'Nome', before: 'Norte', after: 'Sul' }]),
    line('Bruno ligou o estoque', 130_000, [{ field: 'Reserva', before: null, after: '3' }]),
  ]
  const { rerender } = render(form(null))
  clock += 200_000
  rerender(form('staleVersion'))
  await screen.findByText(/Bruno ligou o estoque/)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Recarregar' })))
  expect(refresh).toHaveBeenCalledOnce()
  clock += 1000
  rerender(form(null))
  rerender(form('staleVersion'))
  await screen.findByText(/Bruno alterou a loja/)
  expect(items()).toEqual(['Nome: Norte → Sul'])
})

test('an old change is not taken for the last one, where that is of what the form does not show', async () => {
  isLastShown = false
  lines = [line('Bruno alterou a loja', 120_000, [{ field: 'Nome', before: 'Norte', after: 'Sul' }])]
  const { rerender } = render(form(null))
  clock += 1000
  rerender(form('staleVersion'))
  // Read, and shown where anything is to be shown.
  await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('success'), { timeout: 10_000 })
  expect(screen.queryByText(/Bruno/)).toBeNull()
})

test('nothing is asked for with another error', async () => {
  render(form('skuTaken'))
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(asked).toEqual([])
})

const sources = () =>
  readdirSync('components', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
  )

/** They save many records at once, each with an answer of its own. */
const ofMany = [
  'catalog/products/bulk-price-dialog.tsx',
  'money/cases/file-cases-dialog.tsx',
  'sales/order-list/status-dialog.tsx',
]

test('every form that saves a record over a version says what changed', () => {
  const silent = sources().filter((path) => {
    const text = readFileSync(`components/${path}`, 'utf8')
    return /\bversion\b/.test(text) && /<Form(Error|Dialog)\b/.test(text) && !/\bchanged=/.test(text)
  })
  expect(silent.toSorted()).toEqual(ofMany)
})

/** The rights that the forms of each kind of record ask for. */
const rightsOf: Record<string, Right[]> = {
  agendaEvent: ['sales.read'],
  campaign: ['product.write'],
  case: ['reconciliation.decide'],
  channel: ['organization.edit'],
  drive: ['integration.manage'],
  expense: ['expense.write'],
  feeRule: ['feeRule.write'],
  legalEntity: ['organization.edit'],
  member: ['member.manage'],
  openingRevenue: ['feeRule.write'],
  order: ['order.create', 'dispatch.work'],
  organization: ['organization.edit'],
  product: ['product.write', 'sheet.import'],
  purchase: ['sheet.import'],
  purchaseInvoice: ['sheet.import'],
  shop: ['shop.connect'],
  shopTerms: ['feeRule.write'],
  supplier: ['sheet.import'],
  task: ['sales.read'],
  taxRate: ['feeRule.write'],
}

test('every role that may save a record reads what changed in it', () => {
  const kinds = sources().flatMap((path) =>
    [...readFileSync(`components/${path}`, 'utf8').matchAll(/<WhatChanged\s+kind="(\w+)"/g)].map(([, kind]) => kind!),
  )
  expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(rightsOf))
  const without = Object.entries(rightsOf).flatMap(([kind, rights]) =>
    ROLES.filter((role) => rights.some((right) => can(role, right)) && !readsChangesOf(role, kind)).map(
      (role) => `${role}: ${kind}`,
    ),
  )
  expect(without).toEqual([])
})
