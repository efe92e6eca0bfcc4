import { analyticsPath, analyticsTabs } from '../../lib/sales/sales-figures/analysis-filters'
import type { Places } from './places'

const company = '/dashboard/minha-empresa'
const orderListPath = `${company}/pedidos`
const warehouse = `${company}/produtos`
const result = `${company}/painel`
const centre = `${company}/shopee-central`

/** The pages that are also requested for the company with 10,000 orders. */
export const listOrderListViews = (deep: Places['deep']): Record<string, string> => ({
  'desk first page': orderListPath,
  'desk deep page': `${orderListPath}?after=${deep.place}`,
  'desk search, rare word': `${orderListPath}?q=${deep.tracking.slice(2)}`,
  'desk search, common word': `${orderListPath}?q=silva`,
  'desk search, SKU': `${orderListPath}?q=${deep.sku}`,
  'desk exact code': `${orderListPath}?q=${deep.external}`,
})

/** Every screen that is timed, by its address. */
export const listScreens = ({ deep, today, yearAgo, monthsAgo, records }: Places): Record<string, string> => ({
  ...listOrderListViews(deep),
  'desk late': `${orderListPath}?waiting=late`,
  'desk negative margin': `${orderListPath}?negative=1`,
  'dashboard 30 days': '/dashboard?period=30d',
  'dashboard 12 months': `/dashboard?period=custom&from=${yearAgo}&to=${today}`,
  'result (DRE)': result,
  'result (DRE) 12 months': `${result}?period=custom&from=${yearAgo}&to=${today}`,
  'result (DRE) some days': `${result}?period=custom&from=${monthsAgo}&to=${today}`,
  ...Object.fromEntries(analyticsTabs.map((tab) => [`analytics ${tab}`, `${analyticsPath}?tab=${tab}`])),
  'analytics ads, 12 months': `${analyticsPath}?tab=ads&period=custom&from=${yearAgo}&to=${today}`,
  'analytics ads by day, 12 months': `${analyticsPath}?tab=ads&by=day&period=custom&from=${yearAgo}&to=${today}`,
  hub: '/dashboard/minha-empresa/hub',
  'warehouse levels': warehouse,
  ...Object.fromEntries(
    ['movimentos', 'contagens', 'valor', 'sugestao', 'compras', 'fornecedores', 'planilhas'].map((screen) => [
      `warehouse ${screen}`,
      `${warehouse}/${screen}`,
    ]),
  ),
  'one purchase': `${warehouse}/compras/${records.purchase}`,
  'one supplier': `${warehouse}/fornecedores?edit=${records.supplier}`,
  'one count': `${warehouse}/contagens/${records.count}`,
  products: '/dashboard/products',
  'one product': `/dashboard/products/${records.product}`,
  orders: '/dashboard/orders',
  'one order': `/dashboard/orders/${deep.id}`,
  'one order with a parcel': `/dashboard/orders/${records.parcelOrder}`,
  expenses: '/dashboard/expenses',
  'expense form': '/dashboard/expenses?new=1',
  'one expense': `/dashboard/expenses?edit=${records.expense}`,
  'expenses in full': '/dashboard/minha-empresa/despesas',
  'expenses calendar': '/dashboard/minha-empresa/despesas?mode=calendar',
  mapping: '/dashboard/minha-empresa/mapeamento-produtos',
  'mapping, mapped': '/dashboard/minha-empresa/mapeamento-produtos?tab=mapped',
  'price desk': '/dashboard/shopee/mesa-de-precos',
  'price desk, by margin': '/dashboard/shopee/mesa-de-precos?rule=margin&value=200000',
  'fee simulator': '/dashboard/shopee/simulador',
  'recovered money': '/dashboard/shopee-reconciliation/recuperado',
  'operations centre': centre,
  'picking list': `${centre}/separacao`,
  returns: `${centre}/devolucoes`,
  'returns, done': `${centre}/devolucoes?tab=done`,
  'one return': `${centre}/devolucoes/${records.orderReturn}`,
  imports: '/dashboard/orders/import',
  'files written': '/dashboard/exports',
  'company settings': '/dashboard/settings/entities',
  shops: '/dashboard/shops',
  notifications: '/dashboard/notifications',
})
