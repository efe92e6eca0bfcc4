import { fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { PickBar } from './pick-bar'
import { PickBox, Picks } from './picks'

vi.mock('@/components/insight/exports/export-dialog', () => ({ ExportDialog: () => null }))
vi.mock('./status-dialog', () => ({ StatusDialog: () => null }))

test('printed papers know the way back to where in the desk one was', () => {
  render(
    <Picks rows={[{ id: 'A', code: 'A', version: 1 }]}>
      <PickBox id="A" label="escolher" />
      <PickBar canChange canExport={false} listQuery="q=gar&sort=value" />
    </Picks>,
    { wrapper: testPage('pt') },
  )
  fireEvent.click(screen.getByRole('checkbox'))
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  for (const paper of ['slips', 'picking'])
    expect(hrefs).toContain(
      `/dashboard/minha-empresa/pedidos/impressao?paper=${paper}&ids=A&desk=q%3Dgar%26sort%3Dvalue`,
    )
})
