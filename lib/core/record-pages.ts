import 'server-only'
import { withOrganization, type Db, type Scope } from './db'
import { asId } from './keyset'

type Key = { organizationId: string; id: string }
type RecordPage = { list: string; exists: (db: Db, where: Key) => Promise<unknown> }

const select = { id: true } as const
const importRun: RecordPage['exists'] = (db, where) => db.import.findFirst({ where, select })
const stock = '/dashboard/minha-empresa/produtos'
const money = '/dashboard/shopee-reconciliation'

/** Each list whose rows have a page of their own: `LIST/[id]`, and what lies below. */
const recordPages: RecordPage[] = [
  { list: '/dashboard/products', exists: (db, where) => db.product.findFirst({ where, select }) },
  { list: '/dashboard/orders', exists: (db, where) => db.order.findFirst({ where, select }) },
  { list: '/dashboard/orders/import', exists: importRun },
  { list: `${stock}/planilhas`, exists: importRun },
  { list: `${stock}/contagens`, exists: (db, where) => db.stockCount.findFirst({ where, select }) },
  { list: `${stock}/compras`, exists: (db, where) => db.purchaseOrder.findFirst({ where, select }) },
  { list: `${stock}/compras/notas`, exists: (db, where) => db.purchaseInvoice.findFirst({ where, select }) },
  {
    list: '/dashboard/minha-empresa/mapeamento-produtos/produtos',
    exists: (db, where) => db.mappingRun.findFirst({ where, select }),
  },
  {
    list: '/dashboard/minha-empresa/shopee-central/devolucoes',
    exists: (db, where) => db.orderReturn.findFirst({ where, select }),
  },
  { list: '/dashboard/manus-assistant', exists: (db, where) => db.agentTask.findFirst({ where, select }) },
  { list: money, exists: (db, where) => db.settlement.findFirst({ where, select }) },
  { list: `${money}/casos`, exists: (db, where) => db.recoveryCase.findFirst({ where, select }) },
  { list: `${money}/arquivos`, exists: importRun },
  { list: '/dashboard/shopee/campanhas', exists: (db, where) => db.campaignPlan.findFirst({ where, select }) },
]

/** Lists that are no page of their own: where one looks for their rows. */
const homes: Record<string, string> = {
  [`${stock}/compras/notas`]: `${stock}/compras`,
  '/dashboard/minha-empresa/mapeamento-produtos/produtos': '/dashboard/minha-empresa/mapeamento-produtos',
}

/** The record that the address of a page names; its id is null where it is none. Names of pages beside it hold letters alone. */
function readRecordPath(path: string): (RecordPage & { id: string | null }) | null {
  for (const page of recordPages) {
    const [before, segment = ''] = [path.slice(0, page.list.length + 1), path.slice(page.list.length + 1).split('/')[0]]
    if (before === `${page.list}/` && !/^[a-z-]*$/.test(segment)) return { ...page, id: asId(segment) }
  }
  return null
}

/** The list to which the page of a record leads back; null: the address names no record. */
export function listOfRecord(path: string): string | null {
  const list = readRecordPath(path)?.list
  return list ? (homes[list] ?? list) : null
}

/** Whether the address names a record that this company does not have, or that its reader may not see. */
export async function isUnknownRecord(viewer: Scope, path: string): Promise<boolean> {
  const record = readRecordPath(path)
  if (!record) return false
  if (!record.id) return true
  const where = { organizationId: viewer.organizationId, id: record.id }
  return withOrganization(viewer, async (db) => (await record.exists(db, where)) === null)
}
