import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { FeesView, RuleView } from '@/lib/money/fees/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { RulesCard } from './rules-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const rule = (name: string, given: Partial<RuleView>) =>
  ({
    id: name,
    name,
    fromDay: '2026-03-01',
    toDay: null,
    sellerType: 'cnpj',
    programme: 'all',
    basis: 'item',
    rounding: 'halfUp',
    capCents: null,
    bands: [],
    parts: [],
    checks: [],
    shops: [],
    orders: 0n,
    sums: { totalCents: 0n },
    confirmedBy: 0,
    state: 'current',
    ...given,
  }) as unknown as RuleView

test('rules in force, of a shop or of orders stand open; those that ended without either are folded and counted', () => {
  const rules = [
    rule('In force', {}),
    rule('Of a shop', { state: 'past', shops: ['Loja'] }),
    rule('Of orders', { state: 'past', orders: 2n }),
    rule('Ended', { state: 'past' }),
  ]
  const view = { rules, canEdit: false, today: '2026-11-29', filters: {} } as unknown as FeesView
  render(<RulesCard view={view} timeZone="UTC" />, { wrapper: testPage() })
  const folded = screen.getByText('1 regra encerrada que nenhuma loja usou').closest('details')!
  const inFold = (name: string) =>
    folded.contains(screen.getByRole('heading', { name: new RegExp(name), hidden: true }))
  expect(folded.open).toBe(false)
  expect(['In force', 'Of a shop', 'Of orders', 'Ended'].filter(inFold)).toEqual(['Ended'])
})
