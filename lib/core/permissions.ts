/**
 * The rights of each role: the one table that menus, pages, actions and functions read.
 * `row` is the line of the role table in the reliability paper that a test holds this against.
 */
export const ROLES = ['owner', 'admin', 'manager', 'operator', 'finance', 'viewer', 'accountant'] as const
export type Role = (typeof ROLES)[number]

/** `all` and `none`, or how far the right goes. */
export type Scope =
  | 'all'
  | 'none'
  | 'withoutTotals'
  | 'maskedOnceShipped'
  | 'syncOnly'
  | 'readOnly'
  | 'belowAdmin'
  | 'catalogueTrail'
  | 'moneyTrail'
  | 'runOnly'

type Row = { row: string } & Record<Role, Scope>

/** In the order of ROLES; `y` all, `-` none. */
function grant(row: string, ...cells: Scope[]): Row {
  return { row, ...(Object.fromEntries(ROLES.map((role, i) => [role, cells[i]!])) as Record<Role, Scope>) }
}
const y = 'all'
const n = 'none'

export const PERMISSIONS = {
  'sales.read': grant('dashboard, products, orders: read', y, y, y, 'withoutTotals', y, y, y),
  'money.read': grant('cost, margin, settlement, expenses: read', y, y, y, n, y, n, y),
  'buyer.read': grant("buyer's personal data", y, y, y, 'maskedOnceShipped', n, n, n),
  'product.write': grant('product create, edit, archive, HTML; price and cost', y, y, y, n, n, n, n),
  'stock.adjust': grant('stock: adjust with a reason, count', y, y, y, y, n, n, n),
  'sheet.import': grant('bulk edit or import by sheet (products, stock, orders); purchase orders', y, y, y, n, n, n, n),
  'listing.map': grant('mapping of listings', y, y, y, y, n, n, n),
  'order.create': grant('order create, ship; labels, picking list, invoice upload', y, y, y, y, n, n, n),
  'order.cancelPaid': grant('order cancel after payment; answer cancellations and returns', y, y, y, n, n, n, n),
  'platform.push': grant('push stock and price to the platform; sync now', y, y, y, 'syncOnly', n, n, n),
  'expense.write': grant('expense add, edit, pay, unpay, delete', y, y, y, n, y, n, n),
  'feeRule.write': grant('fee rules, tax rates', y, y, n, n, y, n, n),
  'reconciliation.read': grant('reconciliation: read and match', y, y, y, n, y, n, 'readOnly'),
  'reconciliation.decide': grant('reconciliation: cases, write off, close a month', y, y, n, n, y, n, n),
  'list.export': grant('export lists', y, y, y, n, y, n, y),
  'shop.connect': grant('connect, re-authorize, disconnect a shop', y, y, n, n, n, n, n),
  'integration.manage': grant('integrations, organization keys, drive, outgoing webhooks', y, y, n, n, n, n, n),
  'token.own': grant("own access tokens (never above one's own rights)", y, y, y, y, y, y, n),
  'organization.edit': grant('organization profile and stock rules', y, y, n, n, n, n, n),
  'member.manage': grant('invite, remove, change role', y, 'belowAdmin', n, n, n, n, n),
  'organization.own': grant('transfer ownership, delete the organization, export everything', y, n, n, n, n, n, n),
  'audit.read': grant('audit trail: read', y, y, 'catalogueTrail', n, 'moneyTrail', n, n),
  'audit.health': grant('audit health: run, repair', y, y, 'runOnly', n, n, n, n),
  'assistant.ask': grant("assistant: ask (reads with one's own rights)", y, y, y, y, y, y, y),
  'assistant.confirm': grant("assistant: confirm a proposal (the action's own right)", y, y, y, y, y, n, n),
  'assistant.approvePack': grant('second assistant: approve a data pack', y, y, y, n, y, n, n),
  'fiscal.read': grant("fiscal documents, accountant's pack: read", y, y, y, n, y, n, y),
  'dispatch.work': grant('dispatch bench, receiving returns', y, y, y, y, n, n, n),
} as const satisfies Record<string, Row>

export type Permission = keyof typeof PERMISSIONS

/** Doors that any of several lines of the table opens; how far is the door's own matter. */
export const DOORS = { 'invoice.open': ['fiscal.read', 'order.create'] } as const satisfies Record<
  string,
  readonly Permission[]
>

/** The right that an action demands: a line of the table, a door, or only that the account is one's own. */
export type Right = Permission | keyof typeof DOORS | 'ownAccount'

export const scopeOf = (role: Role, permission: Permission): Scope => PERMISSIONS[permission][role]

/** Whether the role has the right at all; where it goes only so far, ask scopeOf. */
export const can = (role: Role, right: Right): boolean => {
  if (right === 'ownAccount') return true
  return right in DOORS
    ? DOORS[right as keyof typeof DOORS].some((permission) => scopeOf(role, permission) !== 'none')
    : scopeOf(role, right as Permission) !== 'none'
}

/** Company totals are for roles that read sales without limits; net of fees is settlement and asks for money. */
export const seesTotals = ({ role }: { role: Role }) => scopeOf(role, 'sales.read') === 'all'
