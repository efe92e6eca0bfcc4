import fc from 'fast-check'
import { likePattern } from '@/lib/core/keyset'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const SEED = 20261127

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
const addAnswers = (company: TestOrganization, answers: unknown[]) =>
  asOwnerOf(
    company,
    `INSERT INTO idempotency (organization_id, route, key, body_hash, answer, expires_at)
     SELECT current_organization(), 'x', a.nth, '\\x00', a.answer, now() + interval '1 day' FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY a(answer, nth)`,
    [JSON.stringify(answers)],
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
/** Each name on each text, as they were looked for before. */
const findOneByOne = (company: TestOrganization, names: string[]) =>
  asOwnerOf<MarkedRecord>(
    company,
    `${PREPARED} SELECT DISTINCT l.record, w.nth::int AS nth FROM given g, unnest(g.likes, g.words) WITH ORDINALITY w(likes, words, nth), list_said() l
     WHERE CASE WHEN l.told IS NULL THEN names_buyer(l.said, ARRAY[w.likes], w.words) ELSE names_buyer(l.told, ARRAY[w.likes], w.words, NULL) END
     ORDER BY 1, 2`,
    [likesOf(names), names],
  )

test('a search by the rarest word finds the same as a search for each name in each text', async () => {
  const company = await createTestOrganization()
  const piece = fc.constantFrom(
    'ana',
    'Lima',
    'ÃO',
    'u000a',
    'n',
    '7',
    ' ',
    ' ',
    '-',
    '.',
    '"',
    '\\',
    '\n',
    '\t',
    '%',
    '_',
    '\u0001',
    '🌸',
  )
  const some = (minLength: number, maxLength: number) =>
    fc.array(piece, { minLength, maxLength }).map((pieces) => pieces.join(''))
  const draw = <T>(of: fc.Arbitrary<T>, numRuns: number) => fc.sample(of, { numRuns, seed: SEED })
  const many = isFullProfile ? 400 : 120
  await addMemos(company, draw(some(1, 12), many))
  await addAnswers(
    company,
    draw(fc.record({ ana: some(1, 12), lima: fc.array(some(1, 3)), n: fc.constantFrom(7, -7.5) }), many),
  )
  const names = [...new Set(draw(some(1, 4), isFullProfile ? 300 : 150))]
  const result = await find(company, names)
  expect(result.length).toBeGreaterThan(100)
  expect(result).toEqual(await findOneByOne(company, names))
})
