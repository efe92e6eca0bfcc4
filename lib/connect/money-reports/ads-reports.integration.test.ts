import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, checkMoneyTestFile, getMoneyFileRow } from '@/lib/testing/factories/money-files'
import { addShop } from '@/lib/testing/factories/sales'
import { csvOf, withMark } from '@/lib/testing/factories/sheets'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await addShop(company, 'Loja A')
})
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

const adsHead = (period: string) => [
  ['Relatório de Todos os Anúncios'],
  ['Nome de Usuário', 'loja_a'],
  ['Nome da loja', 'Loja A'],
  ['ID da Loja', '123'],
  ['Data de Criação do Relatório', '02/09/2026 10:00'],
  ['Período', period],
  [''],
  ['#', 'Nome do Anúncio', 'Status', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas', 'ROAS'],
]
const ads = (period: string, rows: (string | number)[][]) => withMark(csvOf([...adsHead(period), ...rows], ','))

const gmv = (rows: (string | number)[][], title = 'Shop GMV MAX Detail') =>
  withMark(
    csvOf(
      [
        [title],
        ['Período', '01/08/2026 - 01/08/2026'],
        [''],
        ['#', 'Nome do Anúncio', 'ID do produto', 'GMV', 'Despesas'],
        ...rows,
      ],
      ',',
    ),
  )
const spent = async () =>
  (await sql<{ cents: number }>('SELECT coalesce(sum(spend_cents), 0)::int AS cents FROM ads_spend'))[0]!.cents

test.each([
  ['the general report first', ['general', 'detail']],
  ['the report by product first', ['detail', 'general']],
])('GMV Max in both ads reports is counted once: %s', async (_, order) => {
  const files = {
    general: ads('01/08/2026 - 01/08/2026', [
      [1, 'Anúncio', 'Em curso', '222222', 1, 1, '0', '7.00', 0],
      [2, 'GMV Max', 'Em curso', '333333', 1, 1, '0', '0.00', 0],
      [3, 'GMV Max da loja', 'Em curso', '-', 1, 1, '0', '50.00', 0],
    ]),
    detail: gmv([
      [1, 'Caneca', '333333', '100.00', '30.00'],
      [2, 'Copo', '444444', '100.00', '20.00'],
      [3, 'Loja', '-', '200.00', '50.00'],
    ]),
  }
  for (const name of order) await applyMoneyTestFile(company, files[name as keyof typeof files])
  expect(await spent()).toBe(5_700)
  const items = await sql(
    'SELECT item_id AS item, sum(spend_cents)::int AS cents FROM ads_spend GROUP BY 1 HAVING sum(spend_cents) <> 0 ORDER BY 1',
  )
  expect(items).toEqual([
    { item: '222222', cents: 700 },
    { item: '333333', cents: 3000 },
    { item: '444444', cents: 2000 },
  ])
  for (const name of order)
    expect((await applyMoneyTestFile(company, files[name as keyof typeof files])).summary.result).toMatchObject({
      created: 0,
      updated: 0,
    })
  expect(await spent()).toBe(5_700)
})

test('a row of the shop that is the sum of its products is reported and left out, and one that splits campaigns again is refused', async () => {
  const { summary } = await applyMoneyTestFile(
    company,
    gmv(
      [
        [1, 'A', '333333', '0', '30.00'],
        [2, 'Loja', '-', '0', '30.00'],
      ],
      'Relatório',
    ),
  )
  expect(summary.money).toMatchObject({ totalCents: '3000', unread: [{ kind: 'repeat', name: 'Loja', cents: '3000' }] })
  const divided = (heading: string, title = 'Relatório') =>
    withMark(
      csvOf(
        [
          [title],
          ['Período', '01/08/2026 - 01/08/2026'],
          ['#', heading, 'ID do produto', 'Despesas'],
          [1, 'x', '333333', '1.00'],
        ],
        ',',
      ),
    )
  const bodies = [
    ...['Palavra-chave/Localização', 'Tipo de combinação', 'Nome do Grupo de Anúncios'].map((heading) =>
      divided(heading),
    ),
    divided('Nome do Anúncio', 'Shopee Ads Ad Group Data'),
  ]
  for (const body of bodies) {
    const importId = await checkMoneyTestFile(company, body)
    expect((await getMoneyFileRow(company, importId)).error_code).toBe('moneyFileAdsDivided')
  }
})

test('a report without its period is of the days that its name says; the day on which it was made is no period', async () => {
  const rows = [
    ['Data de Criação do Relatório', '02/09/2026 10:00'],
    ['#', 'Nome do Anúncio', 'ID do produto', 'GMV', 'Despesas'],
    [1, 'Caneca', '333333', '100.00', '30.00'],
  ]
  const body = withMark(csvOf(rows, ','))
  const nameless = await checkMoneyTestFile(company, body, { fileName: 'anuncios.csv' })
  expect((await getMoneyFileRow(company, nameless)).error_code).toBe('moneyFileNoPeriod')
  const fileName = 'Dados+Gerais+de+Anúncios+Shopee-30_08_2026-31_08_2026.csv'
  expect((await applyMoneyTestFile(company, body, { fileName })).state).toBe('done')
  expect(await sql('SELECT day::text AS day, spend_cents::int AS cents FROM ads_spend ORDER BY 1')).toEqual([
    { day: '2026-08-30', cents: 1500 },
    { day: '2026-08-31', cents: 1500 },
  ])
})

test.each([
  ['01/08/2026 - 01/08/2026', ['noon', 'night']],
  ['01/08/2026 - 01/08/2026', ['night', 'noon']],
  ['01/08/2026 - 07/08/2026', ['noon', 'night']],
  ['01/08/2026 - 07/08/2026', ['night', 'noon']],
])('the later of two reports of %s stands, sent as %j', async (period, order) => {
  const of = (impressions: number, spend: string) =>
    ads(period, [[1, 'Anúncio', 'Em curso', '222222', impressions, 1, '0', spend, 0]])
  // Shared out to days, the last day of the earlier report has more than that of the later one.
  const files = { noon: of(13, '7.06'), night: of(14, '7.07') }
  for (const name of [...order, 'noon']) await applyMoneyTestFile(company, files[name as keyof typeof files])
  expect(await spent()).toBe(707)
  expect((await sql<{ seen: number }>('SELECT sum(impressions)::int AS seen FROM ads_spend'))[0]!.seen).toBe(14)
})

test('a report without one readable row fails by its rows, and not as a whole', async () => {
  const importId = await checkMoneyTestFile(
    company,
    ads('01/08/2026 - 01/08/2026', [[1, 'Caneca', 'Em curso', '222222', 0, 0, '0', 'muito', 0]]),
  )
  expect(await getMoneyFileRow(company, importId)).toMatchObject({
    error_code: null,
    summary: { outcomes: { failed: 1 } },
  })
})

test('a dash for what an ad spent is nothing, two ads of one product are two, and a cut product number is reported', async () => {
  const { summary } = await applyMoneyTestFile(
    company,
    ads('01/08/2026 - 01/08/2026', [
      [1, 'Caneca', 'Pausado', '222222', 0, 0, '0', '-', 0],
      [2, 'Copo', 'Em curso', '333333', 10, 1, '0', '5.00', 0],
      [3, 'Copo', 'Em curso', '333333', 10, 1, '0', '5.00', 0],
      [4, 'Prato', 'Em curso', '4,00E+07', 10, 1, '0', '2.00', 0],
    ]),
  )
  expect(summary.money).toMatchObject({ totalCents: '1200' })
  expect(summary.money!.unread!.map(({ kind, name, sample }) => `${kind} ${name} ${sample}`)).toEqual([
    'cell ID do produto D12: 4,00E+07',
  ])
  expect(
    await sql('SELECT item_id AS item, spend_cents::int AS cents FROM ads_spend WHERE spend_cents > 0 ORDER BY 1'),
  ).toEqual([
    { item: '', cents: 200 },
    { item: '333333', cents: 1000 },
  ])
})

const overlapping: [string, string[], unknown[]][] = [
  ['as long, the earlier first', ['first', 'second'], [[], [['overlap', '2026-08-01 – 2026-08-07', 3, '300']]]],
  ['as long, the later first', ['second', 'first'], [[], [['overlap', '2026-08-05 – 2026-08-11', 3, '300']]]],
  [
    'longer and shorter',
    ['month', 'first', 'second'],
    [
      [],
      [['overlap', '2026-08-01 – 2026-08-31', 7, '700']],
      [
        ['overlap', '2026-08-01 – 2026-08-07', 3, '300'],
        ['overlap', '2026-08-01 – 2026-08-31', 4, '400'],
      ],
    ],
  ],
  [
    'shorter and longer',
    ['second', 'month', 'first'],
    [
      [],
      [['overlap', '2026-08-05 – 2026-08-11', 7, '700']],
      [
        ['overlap', '2026-08-01 – 2026-08-31', 4, '400'],
        ['overlap', '2026-08-05 – 2026-08-11', 3, '300'],
      ],
    ],
  ],
]
test.each(overlapping)(
  'where periods of reports overlap each day counts once, by the same report in any order: %s',
  async (_, order, reported) => {
    const of = (period: string, spend: string) =>
      ads(period, [[1, 'Anúncio', 'Em curso', '222222', 1, 1, '0', spend, 0]])
    const reports = {
      first: of('01/08/2026 - 07/08/2026', '7.00'),
      second: of('05/08/2026 - 11/08/2026', '14.00'),
      month: of('01/08/2026 - 31/08/2026', '31.00'),
    }
    const apply = async (name: string) =>
      (await applyMoneyTestFile(company, reports[name as keyof typeof reports])).summary
    const unread: unknown[] = []
    for (const name of order)
      unread.push(
        ((await apply(name)).money?.unread ?? []).map(({ kind, name: period, count, cents }) => [
          kind,
          period,
          count,
          cents,
        ]),
      )
    expect(unread).toEqual(reported)
    const spend = async () =>
      (await sql<{ cents: number }>('SELECT spend_cents::int AS cents FROM ads_spend ORDER BY day')).map(
        ({ cents }) => cents,
      )
    const expected = [
      ...Array.from({ length: 4 }, () => 100),
      ...Array.from({ length: 7 }, () => 200),
      ...Array.from({ length: order.includes('month') ? 20 : 0 }, () => 100),
    ]
    expect(await spend()).toEqual(expected)
    for (const name of order) expect((await apply(name)).result).toMatchObject({ created: 0, updated: 0 })
    expect(await spend()).toEqual(expected)
  },
)
