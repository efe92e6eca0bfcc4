// Files of mass updates as the platform cuts and people join them: a head of six rows, several kinds of them, counts with separators.
import { massUpdateRows, readMoneySheet as read } from '@/lib/testing/harnesses/money-sheet'

const first = ['40000001', 'Caneca', '90000001', 'Azul', 'C-A', '10,00', '1']
const second = ['40000002', 'Prato', '0', '', 'P', '12,00', '3']

test('a head that comes again below joined rows is no listing', () => {
  const rows = [...massUpdateRows(first), ...massUpdateRows(second)]
  const { items, unread } = read(rows)
  expect(items).toMatchObject([
    { item: '40000001', model: '90000001', sku: 'C-A' },
    { item: '40000002', model: '0', sku: 'P' },
  ])
  expect(unread).toEqual([])
})

test('the shop’s number is no listing, under whatever heading it stands', () => {
  const headings = ['et_title_product_id', 'et_title_parent_sku', 'et_title_product_name', 'et_title_variation_id']
  const { items } = read([
    headings,
    ['shipping_info', 'abc', '0', '123456', '{}'],
    ['ID do Produto', 'SKU de referência', 'Nome do Produto', 'Variante Identificador'],
    [],
    [],
    [],
    ['40000001', 'P-1', 'Caneca', '90000001'],
  ])
  expect(items).toMatchObject([{ item: '40000001', model: '90000001', title: 'Caneca' }])
})

test.each([
  ['1.234', 1_234],
  ['1,234', 1_234],
  ['999.999', 999_999],
  ['1234', 1_234],
  ['7', 7],
])('a stock of %j is %d', (stock, units) => {
  const { items, unread } = read(massUpdateRows([...first.slice(0, 6), stock]))
  expect(items).toMatchObject([{ stock: units }])
  expect(unread).toEqual([])
})

test('a stock that is no whole number is reported and costs no listing', () => {
  const { items, unread } = read(massUpdateRows([...first.slice(0, 6), '0.500']))
  expect(items).toMatchObject([{ sku: 'C-A', stock: null }])
  expect(unread).toMatchObject([['cell', 'et_title_variation_stock', 1, null]])
})

test('an unknown column of the template is named by its title as well as by its key', () => {
  const [keys, kinds, titles, ...rows] = massUpdateRows([...first, '4'])
  const { items, unread } = read([
    [...keys!, 'et_title_new_thing'],
    kinds!,
    [...titles!, 'Estoque de reserva'],
    ...rows,
  ])
  expect(items).toHaveLength(1)
  expect(unread).toEqual([['column', 'Estoque de reserva (et_title_new_thing)', 1, null]])
})

test.each([
  'et_title_product_category',
  'et_title_global_attr.100037',
  'ps_category',
  'ps_brand',
  'ps_product_non_pre_order_dts_range',
  'ps_product_is_pre_order',
])('%s is known and not needed', (key) => {
  const { unread } = read([
    ['et_title_product_id', 'et_title_product_name', 'et_title_parent_sku', key],
    ['dts_info', 'abc', '0', '123456'],
    [],
    [],
    [],
    [],
    ['40000001', 'Caneca', 'P-1', 'x'],
  ])
  expect(unread).toEqual([])
})

test.each(['0', '00', '0.0', '0,00'])('a variation number of %j is no variation', (model) => {
  const { items, unread } = read(massUpdateRows(['40000001', 'Caneca', model, '', 'C-A', '10,00', '1']))
  expect(items).toMatchObject([{ item: '40000001', model: '0' }])
  expect(unread).toEqual([])
})
