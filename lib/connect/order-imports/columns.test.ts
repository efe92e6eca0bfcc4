import { headers } from '@/lib/testing/factories/order-export'
import { columns, fields, recognizeColumns, type Field } from './columns'
import { SheetRefused } from '@/lib/core/sheets/refusal'

const asHeader = (names: string[]) => new Map(names.map((name, at) => [at, name]))
const recognize = (names: string[]) => recognizeColumns(asHeader(names))!
const without = (names: string[], ...gone: string[]) => names.filter((name) => !gone.includes(name))

describe.each(Object.entries(headers))('the %s template', (_, names) => {
  const map = recognize(names)
  test('gives every column that an order is made of', () => {
    const needed: Field[] = ['orderCode', 'status', 'placedAt', 'paidAt', 'shipBy', 'shippedAt', 'completedAt', 'sku']
    const amounts: Field[] = ['dealPrice', 'quantity', 'subtotal', 'total', 'freightPaid', 'commission', 'service']
    for (const field of [...needed, ...amounts]) expect([field, map.places.has(field)]).toEqual([field, true])
  })

  test('is recognized whatever the order of its columns', () => {
    const turned = names.map((_name, at) => names[(at + 17) % names.length]!)
    const sameNames = (field: Field) => names[map.places.get(field)!] === turned[recognize(turned).places.get(field)!]
    expect(fields.filter((field) => map.places.has(field) && !sameNames(field))).toEqual([])
  })
})

test('the second of two columns named alike is the seller’s own discount, and the town is beside the state', () => {
  const names = headers.current
  const map = recognize(names)
  const both = names.flatMap((name, at) => (name === 'Desconto do vendedor' ? [at] : []))
  expect(map.places.get('sellerDiscount')).toBe(both[1])
  expect(map.places.get('buyerCity')).toBe(names.indexOf('UF') - 1)
  expect(map.otherCity).toBe(names.indexOf('Cidade'))
  expect(recognize(without(names, 'UF')).places.get('buyerCity')).toBe(names.lastIndexOf('Cidade'))
})

test('gross and net fees and the rebate between them are distinguished, in either order', () => {
  const other: Record<string, string> = {
    'Taxa de comissão bruta': 'Taxa de comissão líquida',
    'Taxa de comissão líquida': 'Taxa de comissão bruta',
  }
  const swapped = headers.current.map((name) => other[name] ?? name)
  const { places } = recognize(swapped)
  expect((['commissionGross', 'commission', 'feeRebate'] as const).map((field) => swapped[places.get(field)!])).toEqual(
    ['Taxa de comissão bruta', 'Taxa de comissão líquida', 'Ajuste por participação em ação comercial'],
  )
  expect(headers.older[recognize(headers.older).places.get('commission')!]).toBe('Taxa de comissão')
})

test.each([
  ['accents and case', 'STATUS DO PEDIDO', 'Status do pedido'],
  ['spaces and a star', ' Status  do  pedido* ', 'Status do pedido'],
  ['a composed and a decomposed accent', 'Preço acordado'.normalize('NFD'), 'Preço acordado'],
  ['a currency', 'Preço acordado (R$)', 'Preço acordado'],
  ['a currency in other brackets', 'Preço acordado [R$]', 'Preço acordado'],
  ['a currency behind a dash', 'Preço acordado - R$:', 'Preço acordado'],
  ['a currency in words', 'Preço acordado em R$', 'Preço acordado'],
  ['what a template says of it', 'Nome do Produto (obrigatório)', 'Nome do Produto'],
  ['a point in the word for number', 'N.º de referência do SKU principal', 'Nº de referência do SKU principal'],
])('%s do not hide a column', (_, written, name) => {
  const names = headers.current.map((known) => (known === name ? written : known))
  expect(recognize(names).places.size).toBe(recognize(headers.current).places.size)
})

test('missing columns are named', () => {
  const names = without(headers.current, 'Preço acordado', 'Subtotal do produto', 'Quantidade')
  expect(() => recognize(names)).toThrow(SheetRefused)
  try {
    recognize(names)
  } catch (error) {
    expect((error as SheetRefused).values).toEqual({ columns: 'Preço acordado, Quantidade, Subtotal do produto' })
  }
})

test('a row that is no header is passed over', () => {
  expect(recognizeColumns(asHeader(['Relatório de pedidos', '', 'Loja da Ana']))).toBeNull()
})

test('no name means two columns', () => {
  const all = fields.flatMap((field) => columns[field].names.map((name) => name.toLowerCase()))
  expect(new Set(all).size).toBe(all.length)
})

test('a colon, an arrow or a mark without width behind a name hides no column', () => {
  const plain = recognize(headers.current).places
  for (const dress of [
    (name: string) => `${name}:`,
    (name: string) => `${name} ▲`,
    (name: string) => `\u200B${name} *`,
  ])
    expect(recognize(headers.current.map(dress)).places).toEqual(plain)
})
