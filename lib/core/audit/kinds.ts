export const auditLogAreas = [
  'products',
  'stock',
  'orders',
  'expenses',
  'money',
  'shops',
  'files',
  'people',
  'integrations',
  'company',
] as const
export type AuditLogArea = (typeof auditLogAreas)[number]

/** Every kind of entry: the area that it belongs to, and of which kind the record is that it tells of, where that is another one. */
const kinds = {
  product: { area: 'products' },
  listing: { area: 'products' },
  stock: { area: 'stock', of: 'product' },
  stockCount: { area: 'stock' },
  supplier: { area: 'stock' },
  purchase: { area: 'stock' },
  purchaseInvoice: { area: 'stock' },
  order: { area: 'orders' },
  buyer: { area: 'orders', of: 'order' },
  savedView: { area: 'orders' },
  dispatchRun: { area: 'orders' },
  manifest: { area: 'orders' },
  expense: { area: 'expenses' },
  feeRule: { area: 'money' },
  shopTerms: { area: 'money', of: 'shop' },
  taxRate: { area: 'money', of: 'legalEntity' },
  openingRevenue: { area: 'money', of: 'legalEntity' },
  monthClose: { area: 'money', of: 'legalEntity' },
  bank: { area: 'money' },
  campaign: { area: 'money' },
  case: { area: 'money' },
  shop: { area: 'shops' },
  channel: { area: 'shops' },
  syncFailure: { area: 'shops' },
  import: { area: 'files' },
  export: { area: 'files' },
  member: { area: 'people' },
  account: { area: 'people', of: 'member' },
  invitation: { area: 'people' },
  session: { area: 'people' },
  drive: { area: 'integrations' },
  accessToken: { area: 'integrations' },
  organizationKey: { area: 'integrations' },
  webhook: { area: 'integrations' },
  proposal: { area: 'integrations' },
  assistantThread: { area: 'integrations' },
  agentTask: { area: 'integrations' },
  organization: { area: 'company' },
  legalEntity: { area: 'company' },
  task: { area: 'company' },
  agendaEvent: { area: 'company' },
  healthRun: { area: 'company' },
} as const satisfies Record<string, { area: AuditLogArea; of?: string }>
export type AuditLogKind = keyof typeof kinds
export const auditLogKinds = Object.keys(kinds) as AuditLogKind[]

const kindsByEvent: ReadonlyMap<string, { area: AuditLogArea; of?: AuditLogKind }> = new Map(Object.entries(kinds))

export const kindOf = (event: string) => event.slice(0, event.indexOf('.'))

/** An unknown kind is visible only to a reader of the whole audit log. */
export const areaOf = (kind: string): AuditLogArea => kindsByEvent.get(kind)?.area ?? 'company'

/** The kind of record that an entry of this kind tells of. */
export const subjectOf = (kind: string): string => kindsByEvent.get(kind)?.of ?? kind

/** The kinds in the history of one record: the stock of a product is recorded under the product's id. */
export const historyKindsOf = (kind: string): readonly string[] => [
  kind,
  ...auditLogKinds.filter((one) => kindsByEvent.get(one)!.of === kind),
]

const fields: ReadonlyMap<string, AuditLogKind> = new Map([
  ['productId', 'product'],
  ['orderId', 'order'],
  ['shopId', 'shop'],
  ['channelId', 'channel'],
  ['supplierId', 'supplier'],
  ['legalEntityId', 'legalEntity'],
  ['legalEntityIds', 'legalEntity'],
  ['purchaseId', 'purchase'],
  ['importId', 'import'],
  ['userId', 'member'],
  ['ownerId', 'member'],
  ['assigneeId', 'member'],
  ['personId', 'member'],
])

/** The kind of record that a field of an entry names by its id. */
export const recordOfField = (field: string): AuditLogKind | null => fields.get(field) ?? null
