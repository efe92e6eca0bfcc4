import { adsReportOf } from './ads-reports'

test.each(['Ad / Product Name', 'Nome do Anúncio / Produto', 'Ad Group Name'])(
  'a report of the column %s divides a group’s spend by its products',
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
])('a file of the name %s is %s', (name, report) => {
  expect(adsReportOf([], [name])).toBe(report)
})
