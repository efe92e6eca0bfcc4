import { processorMs } from './cost'
import { fillCompany } from './fill'
import { openTenant } from './fill-tenant'
import type { GridFigures } from './judge'
import { placesOf } from './places'

const NAME = 'Bench grids'
const ROUNDS = 5

const mapping = '/dashboard/minha-empresa/mapeamento-produtos'
const desk = '/dashboard/shopee/mesa-de-precos'
const simulator = '/dashboard/shopee/simulador'
const warehouse = '/dashboard/minha-empresa/produtos'

/** The screens that list 5,000 listings or 5,000 products, as they open. */
const grids: Record<string, string> = {
  'price desk': desk,
  'price desk, worst margin': `${desk}?sort=margin`,
  'price desk, by margin': `${desk}?rule=margin&value=200000`,
  'dead zones': '/dashboard/shopee/precos',
  'fee simulator': simulator,
  mapping,
  'mapping, mapped': `${mapping}?tab=mapped`,
  products: '/dashboard/products',
  'missing costs': '/dashboard/products/costs',
  'warehouse levels': warehouse,
  'warehouse value': `${warehouse}/valor`,
  'recovered money': '/dashboard/shopee-reconciliation/recuperado',
}

/** One company with 5,000 products and 5,000 listings in five shops, taxed, ten days before its fees change. */
export async function fillGrids(ownerUrl: string, seed: number) {
  const { createTestOrganization } = await import('../../lib/testing/factories/factories')
  const company = await createTestOrganization(NAME)
  await fillCompany(ownerUrl, company, { orders: 10_000, products: 5_000, shops: 5, years: 1, seed })
  const owner = await openTenant(ownerUrl, company.organizationId)
  await owner.query(
    `insert into tax_rate (organization_id, legal_entity_id, id, from_day, regime, rate)
     values ($1, $2, gen_random_uuid(), current_date - 400, 'simples', 0.06)`,
    [company.organizationId, company.legalEntityId],
  )
  await owner.query(
    `with next as (
       insert into fee_rule (organization_id, id, platform, name, from_day, to_day, seller_type, programme, basis, rounding, cap_cents)
       select organization_id, gen_random_uuid(), platform, 'Nova tabela', current_date + 10, null, seller_type, programme, basis, rounding, cap_cents
       from fee_rule where organization_id = $1 and platform = 'shopee' and to_day is null returning id, seller_type, programme
     )
     insert into fee_band (organization_id, rule_id, from_cents, to_cents, commission_rate, service_rate, fixed_cents, cheap_below_cents, cheap_rate)
     select $1::uuid, n.id, b.from_cents, b.to_cents, b.commission_rate + 0.02, b.service_rate, b.fixed_cents, b.cheap_below_cents, b.cheap_rate
     from next n join fee_rule r on r.organization_id = $1 and r.platform = 'shopee' and r.to_day is null
       and r.seller_type = n.seller_type and r.programme = n.programme
     join fee_band b on b.organization_id = $1 and b.rule_id = r.id`,
    [company.organizationId],
  )
  await owner.query('analyze')
  await owner.end()
}

/** React has sent the first grid's rows with this. */
const ROWS_END = '</tbody>'

/**
 * Milliseconds until a page's first rows are there, and until its last byte: sums may follow the rows. A page without a grid is there
 * with its last byte.
 */
async function openPage(address: string, path: string, cookie: string, wrongScreens: readonly string[]) {
  const since = performance.now()
  const answer = await fetch(new URL(path, address), { headers: { cookie, 'accept-encoding': 'identity' } })
  let [html, rowsMs] = ['', NaN]
  const decoder = new TextDecoder()
  for await (const part of answer.body!) {
    html += decoder.decode(part as Uint8Array, { stream: true })
    if (Number.isNaN(rowsMs) && html.includes(ROWS_END)) rowsMs = performance.now() - since
  }
  const ms = performance.now() - since
  const wrong = wrongScreens.find((title) => html.includes(`>${title}<`))
  if (answer.status !== 200 || wrong) throw new Error(`${path} answered ${answer.status} ${wrong ?? ''}`)
  return { rowsMs: Number.isNaN(rowsMs) ? ms : rowsMs, ms }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Each grid in turn with the bare page: milliseconds until its rows and its last byte, and of processor time. */
export async function measureGrids(
  web: number,
  address: string,
  wrongScreens: readonly string[],
): Promise<Record<string, GridFigures>> {
  const { cookie } = await placesOf(NAME)
  const pages: Record<string, string> = { 'bare page': '/dashboard/bare', ...grids }
  const taken = Object.entries(pages).map(([name, path]) => ({
    name,
    path,
    rows: [] as number[],
    whole: [] as number[],
    cpu: 0,
  }))
  for (let turn = -2; turn < ROUNDS; turn += 1)
    for (const page of taken) {
      const before = processorMs(web)
      const { rowsMs, ms } = await openPage(address, page.path, cookie, wrongScreens)
      // The first two rounds warm up.
      if (turn < 0) continue
      page.rows.push(rowsMs)
      page.whole.push(ms)
      page.cpu += processorMs(web) - before
    }
  return Object.fromEntries(
    taken.map(({ name, rows, whole, cpu }) => [
      name,
      { rowsMs: Math.round(middle(rows)), ms: Math.round(middle(whole)), cpuMs: Math.round(cpu / ROUNDS) },
    ]),
  )
}
