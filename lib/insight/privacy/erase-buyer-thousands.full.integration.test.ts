// Full form: measures how long thousands of names take in tens of thousands of texts. Default: lib/insight/privacy/erase-buyer-many-names.integration.test.ts and lib/insight/privacy/erase-buyer-common-names.integration.test.ts.
import { likePattern } from '@/lib/core/keyset'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'

/** So many pairs that one look at each takes minutes. */
const NAMES = 5000
const MEMOS = 20_000
const LONGEST_MS = 20_000

/** As the owner, who alone may look. */
const asOwnerOf = <T>({ organizationId }: TestOrganization, sql: string, given: unknown[]) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    return (await owner.query<T & object>(sql, given)).rows
  })
const addMemos = (company: TestOrganization, memos: string[]) =>
  asOwnerOf(
    company,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     SELECT current_organization(), uuid_v7(), $1, '\\x01', '4321', m.nth, current_date, 100, m.memo FROM unnest($2::text[]) WITH ORDINALITY m(memo, nth)`,
    [company.legalEntityId, memos],
  )
/** As eraseEverywhere gives them. */
const PREPARED = `WITH given AS (
  SELECT ARRAY(SELECT search_text(l) FROM unnest($1::text[]) l) AS likes, ARRAY(SELECT whole_words(ARRAY[n]) FROM unnest($2::text[]) n) AS words)`
const likesOf = (names: string[]) => names.map((name) => likePattern(name).replaceAll(/["\\]+/g, '%'))
type MarkedRecord = { record: string; nth: number }
const find = (company: TestOrganization, names: string[]) =>
  asOwnerOf<MarkedRecord>(
    company,
    `${PREPARED} SELECT f.record, f.nth FROM given g, find_named(g.likes, g.words, NULL) f ORDER BY f.record, f.nth`,
    [likesOf(names), names],
  )

test('thousands of names are found in many more memos within seconds, though each shares a word with all', async () => {
  const company = await createTestOrganization()
  await addMemos(
    company,
    Array.from(
      { length: MEMOS },
      (_, nth) => `Pix recebido de pessoa${nth} de tal, pedido ${nth} ${'abc '.repeat(20)}`,
    ),
  )
  const names = Array.from({ length: NAMES }, (_, nth) => `Pessoa${2 * nth + 1} de Tal`)
  const begun = Date.now()
  const result = await find(company, names)
  expect(Date.now() - begun).toBeLessThan(LONGEST_MS)
  expect(new Set(result.map(({ nth }) => nth)).size).toBe(NAMES)
  expect(result).toHaveLength(NAMES)
})

/** As many orders as names, all like this one. */
const copyOrder = (company: TestOrganization, orderId: string) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    const { rows } = await owner.query<{ names: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'orders' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'code', 'external_code')`,
    )
    await owner.query(
      `INSERT INTO orders (id, code, external_code, ${rows[0]!.names}) SELECT uuid_v7(), 'N' || n, 'N' || n, ${rows[0]!.names}
       FROM orders, generate_series(1, ${NAMES}) n WHERE id = $1`,
      [orderId],
    )
  })

test('thousands of orders are marked within seconds, though the connection marked one before', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'CANECA')
  const [orderId] = await addOrders(company, shopId, [{ at: '2026-11-01T12:00:00Z', productId, code: 'N0' }])
  await copyOrder(company, orderId!)
  const mark = 'UPDATE orders SET buyer_erased_at = clock_timestamp() WHERE organization_id = $1'
  await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(`${mark} AND id = $2`, [company.organizationId, orderId])
    const begun = Date.now()
    const { rowCount } = await owner.query(mark, [company.organizationId])
    expect(rowCount).toBe(NAMES + 1)
    expect(Date.now() - begun).toBeLessThan(LONGEST_MS / 4)
  })
})
