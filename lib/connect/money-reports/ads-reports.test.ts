import { adsReportOf } from './ads-reports'

test.each(['Ad / Product Name', 'Nome do Anúncio / Produto', 'Ad Group Name', 'Search Query', 'Termo de busca'])(
  'a report of the column %s divides spend that another report has',
  (heading) => {
    expect(adsReportOf(['Sequence', heading, 'Product ID', 'Expense'], [])).toBeNull()
  },
)

test.each([
  ['Shop+GMV+MAX-Detail-Data-01_11_2026-07_11_2026.csv', 'gmv_max'],
  ['Dados+Gerais+de+Anúncios+Shopee-01_07_2026-07_07_2026.csv', 'general'],
  ['Shopee-Ads-Ad-Group-Data-01_11_2026.csv', null],
  ['Dados de Palavra-chave de Anúncios.csv', null],
  ['Dados de Palavras-chave de Anúncios.csv', null],
  ['Dados+de+Palavras+Chave.csv', null],
  ['Search-Ads-Overall-Data-01_11_2026-07_11_2026.csv', null],
  ['Dados+Gerais+de+Anúncios+de+Busca-01_11_2026-07_11_2026.csv', null],
  ['Relatório de Anúncios de Descoberta - Shopee Brasil', null],
  ['Discovery Ads Report', null],
  ['All CPC Ads Report - Shopee Brasil', 'general'],
  ['Relatório de Todos os Anúncios CPC - Shopee Brasil', 'general'],
])('a file of the name %s is %s', (name, report) => {
  expect(adsReportOf([], [name])).toBe(report)
})
