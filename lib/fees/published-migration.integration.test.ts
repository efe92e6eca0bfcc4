import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { brazilFeeHistory } from '@/lib/fees/brazil'
import { rateText } from '@/lib/fees/rounding'
import { newId } from '@/lib/ids'
import { withOwner } from '@/lib/testing/database'

/** What the last migration of the three does to companies that are there; the two before it only widen the tables. */
const script = readFileSync(
  join(process.cwd(), 'prisma/migrations/20261128060200_published_fees/migration.sql'),
  'utf8',
)
const untouched = newId()
const edited = newId()
const versioned = newId()

const inside = (organizationId: string, run: (owner: pg.ClientBase) => Promise<unknown>) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    return run(owner)
  })

/** As companies were given them until then. */
async function seedFormer(owner: pg.ClientBase, organizationId: string) {
  const former = [
    ['2000-01-01', '2026-02-28', 'standard', 10_000, [[0, null, 0.12, 0.02, 400]]],
    ['2000-01-01', '2026-02-28', 'freeShipping', 10_000, [[0, null, 0.12, 0.08, 400]]],
    [
      ...['2026-03-01', null, 'all', null],
      [
        ...[
          [0, 7999, 0.18, 0.02, 400],
          [8000, 9999, 0.12, 0.02, 1600],
        ],
        ...[
          [10_000, 19_999, 0.12, 0.02, 2000],
          [20_000, null, 0.12, 0.02, 2600],
        ],
      ],
    ],
  ] as const
  for (const seller of ['cnpj', 'cpf'] as const)
    for (const [from, to, programme, cap, bands] of former) {
      const id = newId()
      await owner.query(
        `insert into fee_rule (organization_id, id, platform, name, from_day, to_day, seller_type, programme, cap_cents)
         values ($1, $2, 'shopee', $3, $4, $5, $6, $7, $8)`,
        [organizationId, id, `${seller} ${programme} ${from}`, from, to, seller, programme, cap],
      )
      for (const [low, high, commission, service, fixed] of bands as readonly (readonly (number | null)[])[])
        await owner.query(`insert into fee_band values ($1, $2, $3, $4, $5, $6, $7)`, [
          ...[organizationId, id, low, high, commission, service, fixed! + (seller === 'cpf' ? 300 : 0)],
        ])
      await owner.query(
        `insert into fee_part (organization_id, rule_id, kind, rate, fixed_cents, basis) values ($1, $2, 'campaign', 0.035, 0, 'item'),
           ($1, $2, 'affiliate_service', 0.14, 0, 'order'), ($1, $2, 'protection', 0, 49, 'order'), ($1, $2, 'ads_top_up', 0.02, 0, 'order')`,
        [organizationId, id],
      )
    }
}

async function addCompany(organizationId: string, edit: (owner: pg.ClientBase) => Promise<unknown>) {
  await inside(organizationId, async (owner) => {
    const [entity, shop] = [newId(), newId()]
    await owner.query(`insert into organization (organization_id, name) values ($1, 'Empresa')`, [organizationId])
    await owner.query(`insert into legal_entity (organization_id, id, name) values ($1, $2, 'Empresa')`, [
      organizationId,
      entity,
    ])
    await owner.query(
      `insert into shop (organization_id, id, legal_entity_id, platform, name) values ($1, $2, $3, 'shopee', 'Loja')`,
      [organizationId, shop, entity],
    )
    await owner.query(
      `insert into shop_terms (organization_id, shop_id, from_day, ads_top_up) values ($1, $2, '2026-05-01', true), ($1, $2, '2026-08-01', false)`,
      [organizationId, shop],
    )
    await seedFormer(owner, organizationId)
    await edit(owner)
  })
}

beforeAll(async () => {
  await addCompany(untouched, async () => {})
  await addCompany(edited, (owner) =>
    owner.query(
      `update fee_band b set fixed_cents = 450 from fee_rule r
       where b.organization_id = $1 and r.organization_id = $1 and r.id = b.rule_id and r.seller_type = 'cnpj' and r.programme = 'all' and b.from_cents = 0`,
      [edited],
    ),
  )
  await addCompany(versioned, (owner) =>
    owner.query(
      `update fee_rule set to_day = '2026-09-30' where organization_id = $1 and programme = 'all' and seller_type = 'cnpj'`,
      [versioned],
    ),
  )
  await withOwner((owner) => owner.query(script))
})

const number = (value: bigint | null) => (value === null ? '-' : String(value))
const lineOf = (
  cheap: { belowCents: bigint; rate: bigint } | null,
  origin: { source: string; readOn: string | null; certainty: string },
) => [
  ...[cheap ? number(cheap.belowCents) : '-', rateText(cheap?.rate ?? 0n)],
  ...[origin.source, origin.readOn ?? '-', origin.certainty],
]
/** What a new company is given, as one line each. */
const given = () =>
  brazilFeeHistory
    .flatMap((rule) => [
      [
        rule.published,
        rule.sellerType,
        rule.programme,
        rule.fromDay,
        rule.toDay ?? '-',
        rule.basis,
        rule.rounding,
        number(rule.capCents),
      ],
      ...rule.bands.map((band) => [
        ...[
          rule.published,
          number(band.fromCents),
          number(band.toCents),
          rateText(band.commission),
          rateText(band.service),
        ],
        ...[number(band.fixedCents), ...lineOf(band.cheap, band.origin)],
      ]),
      ...rule.parts.map((part) => [
        ...[rule.published, part.kind, rateText(part.rate), number(part.fixedCents), part.basis, number(part.capCents)],
        ...lineOf(part.cheap, part.origin),
      ]),
    ])
    .map((line) => line.join(' '))
    .toSorted()

const rest = `coalesce(l.cheap_below_cents::text, '-'), l.cheap_rate, l.source, coalesce(l.read_on::text, '-'), l.certainty`
async function stored(organizationId: string, which = 'true'): Promise<string[]> {
  let lines: string[] = []
  await inside(organizationId, async (owner) => {
    const { rows } = await owner.query<{ line: string }>(
      `with r as (select * from fee_rule where organization_id = $1 and ${which})
       select concat_ws(' ', r.published, r.seller_type, r.programme, r.from_day, coalesce(r.to_day::text, '-'), r.basis, r.rounding, coalesce(r.cap_cents::text, '-')) as line from r
       union all select concat_ws(' ', r.published, l.from_cents, coalesce(l.to_cents::text, '-'), l.commission_rate, l.service_rate, l.fixed_cents, ${rest})
         from r join fee_band l on l.organization_id = $1 and l.rule_id = r.id
       union all select concat_ws(' ', r.published, l.kind, l.rate, l.fixed_cents, l.basis, coalesce(l.cap_cents::text, '-'), ${rest})
         from r join fee_part l on l.organization_id = $1 and l.rule_id = r.id`,
      [organizationId],
    )
    lines = rows.map(({ line }) => line).toSorted()
  })
  return lines
}

test('a company that changed nothing has the rules that a new one is given', async () => {
  expect(await stored(untouched)).toEqual(given())
})

test.each([
  ['a rule that was edited', edited, `'cnpj 2026'`],
  ['a rule of which there is a version', versioned, ''],
])('%s stays as it is, and the other kind of seller gets the new ones', async (_, organizationId) => {
  const own = await stored(organizationId, `seller_type = 'cnpj' and programme = 'all'`)
  expect(own.filter((line) => line.startsWith('cnpj all'))).toEqual([
    `cnpj all 2026-03-01 ${organizationId === versioned ? '2026-09-30' : '-'} item halfEven -`,
  ])
  expect(own).toContain(`0 7999 0.180000 0.020000 ${organizationId === edited ? 450 : 400} - 0.000000  - open`)
  expect(await stored(organizationId, `seller_type = 'cpf'`)).toEqual(given().filter((line) => line.includes('-cpf')))
})

test('an ads top-up that was on is two percent from its day on, and all is reckoned anew', async () => {
  await inside(untouched, async (owner) => {
    const terms = await owner.query(
      `select from_day::text as day, ads_top_up_rate::text as rate from shop_terms where organization_id = $1 order by 1`,
      [untouched],
    )
    expect(terms.rows).toEqual([
      { day: '2026-05-01', rate: '0.020000' },
      { day: '2026-08-01', rate: '0.000000' },
    ])
    const spans = await owner.query(`select from_day::text as day from reconcile_span where organization_id = $1`, [
      untouched,
    ])
    expect(spans.rows).toEqual([{ day: '1900-01-01' }])
    const jobs = await owner.query<{ task: string }>(
      `select task_identifier as task from graphile_worker.jobs where key like '%' || $1 or queue_name like '%' || $1 order by 1`,
      [untouched],
    )
    expect(jobs.rows.map(({ task }) => task)).toEqual(['confirm-fee-rules', 'refresh-estimates'])
  })
})
