import 'server-only'
import { blindIndex } from '@/lib/core/database/blind-index'
import type { Db } from '@/lib/core/db'
import type { FileFacts } from './file-facts'
import type { OfxAccount } from './ofx'
import type { Owner, OwnerKind } from './schema'

export type OwnerMatch = { owner: Owner | null; looksLike: Owner | null; asks: OwnerKind | null }
type Named = { id: string; name: string }
/** The names in a file: orders, or items of ads. */
export type NamedThings = { codes: string[]; items: string[] }

const digits = (text: string) =>
  text
    .replace(/[^0-9A-Za-z]/g, '')
    .replace(/^0+/, '')
    .toUpperCase()

/** Bank, branch and account, hashed with a key of ours: statements of one account meet, and the number itself is kept nowhere. */
export const accountKey = (organizationId: string, { bank, branch, account }: OfxAccount): Buffer => {
  const parts = [digits(bank), ...(digits(branch) === '' ? [] : [digits(branch)]), digits(account)]
  return blindIndex('bank account', [organizationId, ...parts])
}

/** As an earlier version hashed it, without its branch; null where that is the key still. */
export const formerAccountKey = (organizationId: string, account: OfxAccount): Buffer | null =>
  digits(account.branch) === '' ? null : accountKey(organizationId, { ...account, branch: '' })

const mostSheetAccounts = 50
const sheetKey = (organizationId: string, entityId: string, ...of: string[]): string =>
  blindIndex('bank account', [organizationId, 'sheet', entityId, ...of]).toString('hex')

/** The accounts known from spreadsheets alone, which rarely name one: the first, and those that a person said are others. */
export const sheetKeys = (organizationId: string, entityId: string): string[] =>
  Array.from({ length: mostSheetAccounts }, (_, n) => sheetKey(organizationId, entityId, ...(n > 0 ? [`${n}`] : [])))

/** Entries of a spreadsheet that is of an OFX file’s account, and that the file itself has not brought yet. */
export const partnerKey = (organizationId: string, entityId: string, account: string): string =>
  sheetKey(organizationId, entityId, account)

export const accountEnd = ({ account }: OfxAccount) => digits(account).slice(-4)

/** The earlier owners of a file's accounts: each goes there again, with any owner of the file. */
export type Homes = ReadonlyMap<string, string>

/** The legal entity of a file of statements: whose accounts they were before, or the only one. */
export async function findEntity(
  db: Db,
  organizationId: string,
  accounts: readonly OfxAccount[],
  chosen: string | undefined,
): Promise<OwnerMatch & { homes: Homes }> {
  const entities = await db.legalEntity.findMany({
    where: { organizationId, archivedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  })
  const keys = new Map<string, string>()
  for (const one of accounts) {
    const key = accountKey(organizationId, one).toString('hex')
    keys.set(key, key)
    const former = formerAccountKey(organizationId, one)?.toString('hex')
    if (former && !keys.has(former)) keys.set(former, key)
  }
  // Not by `distinct`, which fetches every entry of an account.
  const rows = await db.$queryRaw<{ key: string; legalEntityId: string }[]>`
    SELECT encode(f.account_key, 'hex') AS key, f.legal_entity_id AS "legalEntityId" FROM (
      SELECT DISTINCT ON (account_key, legal_entity_id) account_key, legal_entity_id, id FROM bank_entry
      WHERE organization_id = ${organizationId}::uuid
        AND account_key IN (SELECT decode(hex, 'hex') FROM unnest(${[...keys.keys()]}::text[]) hex)
      ORDER BY account_key, legal_entity_id, id) f ORDER BY f.id`
  // Where both are known, its own key says whose the account is.
  const before = rows
    .toSorted((a, b) => Number(keys.get(a.key) === a.key) - Number(keys.get(b.key) === b.key))
    .map(({ key, legalEntityId }) => ({ key: keys.get(key)!, legalEntityId }))
  const ids = new Set(before.map(({ legalEntityId }) => legalEntityId))
  const known = ids.size === 1 ? (entities.find(({ id }) => ids.has(id)) ?? null) : null
  const owner = entities.find(({ id }) => id === chosen) ?? known ?? (entities.length === 1 ? entities[0]! : null)
  const looksLike = known && owner && known.id !== owner.id ? known : null
  const homes = accounts.length > 1 ? before : []
  return {
    owner,
    looksLike,
    asks: owner ? null : 'entity',
    homes: new Map(homes.map(({ key, legalEntityId }) => [key, legalEntityId])),
  }
}

const plain = (text: string) => text.normalize('NFC').trim().toLowerCase()

/** The shop of a file: whose orders or items most of its rows name, whose number or name stands above, or the only one. */
export async function findShop(
  db: Db,
  organizationId: string,
  facts: FileFacts,
  { named, chosen }: { named: NamedThings; chosen: string | undefined },
): Promise<OwnerMatch> {
  const shops = await db.shop.findMany({
    where: { organizationId, platform: 'shopee' },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, externalShopId: true },
  })
  const ofId = (id: string | undefined): Named | null => {
    const shop = shops.find((one) => one.id === id)
    return shop ? { id: shop.id, name: shop.name } : null
  }
  const texts = facts.preamble.texts.map(plain)
  const above = shops.filter(
    ({ name, externalShopId }) => texts.includes(plain(name)) || (externalShopId && texts.includes(externalShopId)),
  )
  const likely = ofId(await mostNamed(db, organizationId, named)) ?? ofId(above.length === 1 ? above[0]!.id : undefined)
  const owner = ofId(chosen) ?? likely ?? ofId(shops.length === 1 ? shops[0]!.id : undefined)
  const looksLike = likely && owner && likely.id !== owner.id ? likely : null
  return { owner, looksLike, asks: owner ? null : 'shop' }
}

/** Whose most of them are, of those that anybody here has. */
async function mostNamed(db: Db, organizationId: string, { codes, items }: NamedThings): Promise<string | undefined> {
  const [most] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT f.id, count(*) AS n, sum(count(*)) OVER () AS total FROM (
        SELECT o.shop_id AS id FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.external_code = ANY (${codes}::text[])
        UNION ALL
        SELECT l.shop_id FROM listing l WHERE l.organization_id = ${organizationId}::uuid AND l.item_id = ANY (${items}::text[])) f
      WHERE f.id IS NOT NULL GROUP BY f.id) t
    WHERE n * 2 > total ORDER BY n DESC LIMIT 1`
  return most?.id
}
