import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { latin } from '@/lib/testing/factories/sheets'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})
type Line = [day: string, reais: string, text: string]
const nubank = (...lines: Line[]) =>
  [
    'Data,Valor,Identificador,Descrição',
    ...lines.map(([day, reais, text], n) => `${day}/08/2026,${reais},6729-${day}-${n},${text}`),
  ].join('\n')
const ofx = (...lines: Line[]) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>260<ACCTID>7234</BANKACCTFROM><BANKTRANLIST>${lines
    .map(
      ([day, reais, text], n) =>
        `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202608${day}<TRNAMT>${reais}<FITID>x${day}${n}<MEMO>${text}</STMTTRN>`,
    )
    .join('')}</BANKTRANLIST></STMTRS></OFX>`
const send = async (text: string | Buffer, fileName = 'extrato.csv') =>
  (await applyMoneyTestFile(company, text, { fileName })).summary
const entries = () =>
  inspect<{ line: string }>(
    company.organizationId,
    `SELECT to_char(day, 'DD') || ' ' || amount_cents || ' ' || memo || ' ' || account_end AS line FROM bank_entry ORDER BY 1`,
  ).then((rows) => rows.map(({ line }) => line))
const same = { created: 0, updated: 0 }

const [a, b, c, d]: Line[] = [
  ['13', '150.00', 'Pix SHPP'],
  ['13', '150.00', 'Pix SHPP'],
  ['13', '150.00', 'Pix Ana'],
  ['14', '90.00', 'Pix SHPP'],
]
const out: Line = ['14', '-10.00', 'Compra']

test('a statement as CSV brings what came in, once, sent again, in another order or cut elsewhere', async () => {
  expect(await send(nubank(a!, b!, out))).toMatchObject({
    result: { created: 2 },
    money: { type: 'bank', leftOut: 1, account: null, totalCents: '30000', unread: [] },
  })
  expect((await send(nubank(d!, c!, b!, a!))).result).toMatchObject({ created: 2, updated: 0 })
  const whole = ['13 15000 Pix Ana ', '13 15000 Pix SHPP ', '13 15000 Pix SHPP ', '14 9000 Pix SHPP ']
  expect(await entries()).toEqual(whole)
  for (const lines of [
    [a!, b!, c!, d!],
    [d!, c!, b!, a!],
    [c!, d!],
    [out, a!],
  ])
    expect((await send(nubank(...lines))).result).toMatchObject(same)
  expect(await entries()).toEqual(whole)
})

test.each([
  ['OFX', 'CSV'],
  ['CSV', 'OFX'],
])(
  'the same account as %s and then as %s has each entry once, under the account that the OFX file names',
  async (...forms) => {
    // The bank words its two forms differently.
    const lines = [a!, b!, c!, d!]
    const files = {
      CSV: nubank(...lines),
      OFX: ofx(...lines.map(([day, reais, text]): Line => [day, reais, `${text} X`])),
    }
    for (const form of forms) await send(files[form as 'CSV'], `extrato.${form.toLowerCase()}`)
    const whole = [
      '13 15000 Pix Ana X 7234',
      '13 15000 Pix SHPP X 7234',
      '13 15000 Pix SHPP X 7234',
      '14 9000 Pix SHPP X 7234',
    ]
    expect(await entries()).toEqual(whole)
    for (const form of [...forms, 'CSV'])
      expect((await send(files[form as 'CSV'], `extrato.${form.toLowerCase()}`)).result).toMatchObject(same)
    expect(await entries()).toEqual(whole)
  },
)

test('an entry that the OFX file does not have stays from the CSV, in either order', async () => {
  for (const forms of [
    ['CSV', 'OFX'],
    ['OFX', 'CSV'],
  ]) {
    company = await createTestOrganization()
    const files = { CSV: nubank(a!, b!, d!), OFX: ofx(a!) }
    for (const form of forms) await send(files[form as 'CSV'])
    expect(await entries()).toEqual(['13 15000 Pix SHPP ', '13 15000 Pix SHPP 7234', '14 9000 Pix SHPP '])
    expect((await send(files.CSV)).result).toMatchObject(same)
  }
})

test('an entry of another bank of the company with the same day and amount counts beside the first, in either order, and is said', async () => {
  const [csv, other] = [
    nubank(a!, d!, ['20', '35.00', 'Pix Bia']),
    ofx(a!, ['16', '70.00', 'Pix SHPP'], ['21', '9.00', 'Pix']),
  ]
  for (const [first, second] of [
    [csv, other],
    [other, csv],
  ] as const) {
    company = await createTestOrganization()
    await send(first)
    expect(await send(second)).toMatchObject({
      result: { created: 3, updated: 0 },
      money: { unread: [{ kind: 'otherAccount', name: 'Pix SHPP', count: 1, cents: '15000', sample: '2026-08-13' }] },
    })
    expect(await entries()).toHaveLength(6)
    for (const file of [first, second]) expect((await send(file)).result).toMatchObject(same)
  }
})

test('a statement of Inter in Windows-1252 is read below its preamble, with its account and a balance that does not follow', async () => {
  const text = [
    ' Extrato Conta Corrente ',
    'Conta ;7234567',
    'Período ;01/08/2026 a 31/08/2026',
    'Saldo ;1.000,00',
    '',
    'Data Lançamento;Histórico;Descrição;Valor;Saldo',
    '05/08/2026;Pix recebido;SHPP Brasil;1.000,00;2.000,00',
    '04/08/2026;Pix recebido;Ana;100,00;990,00',
    '03/08/2026;Pix enviado;Bia;-10,00;890,00',
    '02/08/2026;Pix recebido;Bia;10,00;900,00',
  ].join('\r\n')
  expect((await send(latin(text))).money).toMatchObject({
    from: '2026-08-02',
    to: '2026-08-05',
    account: '4567',
    unread: [],
    checks: [{ name: 'balanceAfter', saidCents: '100000', foundCents: '99000' }],
  })
  expect(await entries()).toContain('05 100000 Pix recebido · SHPP Brasil 4567')
})
