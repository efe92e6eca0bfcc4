import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { PackCard } from '@/components/assist/agent-tasks/pack-card'
import { ReportCard } from '@/components/assist/agent-tasks/report-card'
import { TaskTimeline } from '@/components/assist/agent-tasks/task-timeline'
import { TemplatesCard } from '@/components/connect/catalogue-sheets/templates-card'
import { FailedRowsTable } from '@/components/connect/order-imports/failed-rows-table'
import { FailedTable } from '@/components/connect/order-imports/failed-table'
import { SheetButton } from '@/components/catalog/mapping/sheet-button'
import type { TaskView } from '@/lib/assist/agent-tasks/task-view'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { testPage } from './test-page'

stubPage({ useRouter: () => ({ refresh: vi.fn() }) })
vi.mock('@/components/assist/assistant/markdown', () => ({ ModelText: () => null }))

const pack = { id: 'P', section: 'sales', name: 'vendas.csv', bytes: 9, rows: 1, total: 1, preview: [] }
const event = {
  id: 'E',
  kind: 'result',
  at: new Date(0),
  text: '',
  files: [{ id: 'F', name: 'a.html', state: 'kept' }],
}
const task = { id: 'T', state: 'done', kind: 'own', packs: [pack], events: [event], may: {} } as unknown as TaskView
const heading = { company: 'Loja', days: 'outubro' }

const places: [string, ReactNode][] = [
  ['/api/sheets/S/failed-rows', <FailedTable key="" rows={[]} total={0} href="/api/sheets/S/failed-rows" />],
  ['/api/imports/I/failed-rows', <FailedRowsTable key="" importId="I" rows={[]} total={0} />],
  ['/api/sheets/template?template=products&format=xlsx&language=pt', <TemplatesCard key="" />],
  ['/api/mapping/sheet?language=pt&q=a', <SheetButton key="" query="q=a" />],
  ['/api/manus/packs/P', <PackCard key="" task={task} />],
  [
    '/api/manus/reports/T',
    <ReportCard key="" id="T" report={{ sections: [], done: 0, of: 0 }} isDone heading={heading} />,
  ],
  ['/api/manus/results/F', <TaskTimeline key="" task={task} canApprove={false} timeZone="America/Sao_Paulo" />],
]

test.each(places)('why %s cannot be had is said where it was asked for', async (address, place) => {
  const requests: string[] = []
  globalThis.fetch = (async (url: string) => {
    requests.push(url)
    return { ok: false, json: async () => ({ ok: false, error: 'tooManyRequests' }) }
  }) as typeof fetch
  render(place, { wrapper: testPage() })
  if (screen.queryAllByRole('link').length === 0) await userEvent.click(screen.getByRole('button'))
  const link = screen.getAllByRole('link').find((result) => result.getAttribute('href') === address)!
  await userEvent.click(link)
  expect((await screen.findByRole('alert')).textContent).toMatch(/Muitas tentativas/)
  expect(link.parentElement!.className).toContain('flex-wrap')
  expect(requests).toEqual([address])
})
