// Own database: it drops every policy, trigger and right for a moment, which waits for readers.
import { applyObjects, compareWithFiles } from '../../../scripts/schema/apply.mjs'
import { compareCatalogues, readCatalogue } from '../../../scripts/schema/catalogue.mjs'
import { listObjects } from '../../../scripts/schema/files.mjs'
import { withOwner } from '@/lib/testing/harnesses/database'

test('the migrations make each function, trigger and policy, and each right, as its file beside its caller says', async () => {
  expect(await withOwner((owner) => compareWithFiles(owner, ['the migrations', 'the files']))).toEqual([])
})

test('the files can be applied again, and change nothing', async () => {
  const differences = await withOwner(async (owner) => {
    const before = await readCatalogue(owner)
    await owner.query('BEGIN')
    const { failed } = await applyObjects(owner, listObjects())
    const after = await readCatalogue(owner)
    await owner.query('ROLLBACK')
    return [...compareCatalogues(before, after), ...failed.keys()]
  })
  expect(differences).toEqual([])
})

test('a function without a file, a file without a function, another body and a right that a file does not grant are reported', async () => {
  const objects = listObjects()
  const changed = objects
    .filter(({ name }) => name !== 'uuid_v7')
    .map((object) => ({
      ...object,
      statements: object.statements.map(({ comments, sql }) => ({
        comments,
        sql: sql
          .replace("AND purpose = 'change_email' AND used_at IS NULL RETURNING 1", 'AND used_at IS NULL RETURNING 1')
          .replace('FROM session WHERE user_id = p_user)', 'FROM no_table)')
          .replace(/GRANT EXECUTE ON FUNCTION claim_shop .*;/, ''),
      })),
    }))
  const [example] = objects.filter(({ name }) => name === 'end_session')
  const added = {
    ...example!,
    name: 'added',
    statements: [{ comments: '', sql: 'CREATE OR REPLACE FUNCTION added() RETURNS int LANGUAGE sql RETURN 1;' }],
  }
  const differences = await withOwner((owner) =>
    compareWithFiles(owner, ['the migrations', 'the files'], [...changed, added]),
  )
  expect(differences).toEqual([
    'function added(): only the files has it',
    expect.stringMatching(/^function cancel_email_change\(p_user uuid\): .*change_email/),
    expect.stringMatching(/^function claim_shop\(p_shop uuid\): .*mascate_app=EXECUTE/),
    expect.stringMatching(/^function has_signed_in\(p_user uuid\): .*no_table/),
    'function uuid_v7(): no file holds it',
    'function has_signed_in: its file cannot be applied: relation "no_table" does not exist',
  ])
})

test('any difference between two databases is reported', async () => {
  const changes: [string, string][] = [
    ['function place_order(p jsonb)', 'ALTER FUNCTION place_order(jsonb) SET search_path = public'],
    ['function uuid_v7()', 'ALTER FUNCTION uuid_v7() STABLE'],
    ['function search_text(p text)', 'ALTER FUNCTION search_text(text) CALLED ON NULL INPUT'],
    ['function has_signed_in(p_user uuid)', 'GRANT EXECUTE ON FUNCTION has_signed_in TO mascate_worker'],
    [
      'function enqueue_job(p_task text, p_payload json, p_key text)',
      'ALTER FUNCTION enqueue_job(text, json, text) OWNER TO mascate_owner',
    ],
    ['table orders', 'GRANT DELETE ON orders TO mascate_app'],
    ['table shop', 'ALTER TABLE shop NO FORCE ROW LEVEL SECURITY'],
    ['column bank_entry.memo', 'GRANT UPDATE (memo) ON bank_entry TO mascate_app'],
    ['column orders.freight_paid_cents', 'ALTER TABLE orders ALTER COLUMN freight_paid_cents SET DEFAULT 1'],
    ['index order_list_words', 'DROP INDEX order_list_words'],
    ['type Platform', `ALTER TYPE "Platform" ADD VALUE 'other' BEFORE 'shopee'`],
    ['constraint organization_buying on organization', 'ALTER TABLE organization DROP CONSTRAINT organization_buying'],
    ['policy directory on shop', 'ALTER POLICY directory ON shop USING (false)'],
    ['trigger orders_webhook_added on orders', 'ALTER TABLE orders DISABLE TRIGGER orders_webhook_added'],
    ['extension btree_gin', 'CREATE EXTENSION btree_gin'],
  ]
  const differences = await withOwner(async (owner) => {
    const before = await readCatalogue(owner)
    await owner.query('BEGIN')
    for (const [, change] of changes) await owner.query(change)
    const after = await readCatalogue(owner)
    await owner.query('ROLLBACK')
    return compareCatalogues(before, after)
  })
  expect(differences.map((one) => one.slice(0, one.indexOf(': ')))).toEqual(
    changes.map(([object]) => object).toSorted(),
  )
})
