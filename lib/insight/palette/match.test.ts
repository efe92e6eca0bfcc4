import { matchEntries } from './match'
import type { PaletteEntry } from './schema'

const page = (key: string, label: string, words: string[] = []): PaletteEntry => ({
  key,
  kind: 'page',
  label,
  words,
  href: `/${key}`,
})
const entries = [
  page('expenses', 'Despesas', ['Expenses', 'contas a pagar, boleto']),
  page('companyExpenses', 'Despesas da empresa', ['Company expenses']),
  page('products', 'Produtos', ['Products', 'catálogo, estoque']),
  page('mapping', 'Mapeamento de produtos', ['Product mapping', 'vínculo']),
]
const find = (text: string) => matchEntries(entries, text, 5).map(({ key }) => key)

test.each([
  ['desp', ['expenses', 'companyExpenses']],
  ['despesas da', ['companyExpenses']],
  ['expen', ['expenses', 'companyExpenses']],
  ['PRODUTOS', ['products', 'mapping']],
  ['catalogo', ['products']],
  ['vinculo', ['mapping']],
  ['pagar conta', ['expenses']],
  ['espesas', []],
  ['', []],
  ['  -- ', []],
])('%j finds %j', (text, keys) => {
  expect(find(text)).toEqual(keys)
})
