import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import {
  applyMoneyTestFile,
  checkMoneyTestFile,
  getMoneyFileRow,
  runMoneyApply,
} from '@/lib/testing/factories/money-files'
import { runCheck } from '@/lib/testing/factories/sheets'
import { chooseMoneyOwner, confirmMoneyFile } from './confirm-money-file'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})

type Line = [day: string, reais: string, text: string]
const sheet = (...lines: Line[]) =>
  [
    'Data,Valor,Identificador,Descrição',
    ...lines.map(([day, reais, text], n) => `${day}/08/2026,${reais},1-${day}-${n},${text}`),
  ].join('\n')
const ofx = (account: string, ...lines: Line[]) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>260<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${lines
    .map(
      ([day, reais, text], n) =>
        `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202608${day}<TRNAMT>${reais}<FITID>x${day}${n}<MEMO>${text}</STMTTRN>`,
    )
    .join('')}</BANKTRANLIST></STMTRS></OFX>`
const apply = async (text: string) => (await applyMoneyTestFile(company, text, { fileName: 'extrato.csv' })).summary
const check = (text: string) => checkMoneyTestFile(company, text, { fileName: 'extrato.csv' })
const moneyOf = async (importId: string) => (await getMoneyFileRow(company, importId)).summary.money!

/** Answers the question and takes the file in. */
async function answer(importId: string, account: string) {
  await chooseMoneyOwner(company.owner, { importId, ownerId: company.legalEntityId, account })
  await runCheck(company.owner, importId)
  if ((await getMoneyFileRow(company, importId)).state === 'ready') {
    await confirmMoneyFile(company.owner, { importId, leaveOutBadRows: false, ofOther: false })
    await runMoneyApply(company, importId)
  }
  return (await getMoneyFileRow(company, importId)).summary.result
}
const entries = () =>
  inspect<{ line: string }>(
    company.organizationId,
    `SELECT to_char(day, 'DD') || ' ' || amount_cents || ' ' || memo AS line FROM bank_entry ORDER BY 1`,
  ).then((rows) => rows.map(({ line }) => line))

const first: Line[] = [
  ['03', '150.00', 'Pix SHPP'],
  ['04', '90.00', 'Pix SHPP'],
]
const alike: Line[] = [
  ['13', '150.00', 'Pix SHPP'],
  ['14', '70.00', 'Pix SHPP'],
]

test('a first statement as a spreadsheet needs no answer; the next that has nothing in common with it does', async () => {
  expect(await apply(sheet(...first))).toMatchObject({ money: { asks: null }, result: { created: 2 } })
  const importId = await check(sheet(...alike))
  expect(await moneyOf(importId)).toMatchObject({ asks: 'account', accounts: [{ end: '', entries: 2 }] })
  await expect(
    confirmMoneyFile(company.owner, { importId, leaveOutBadRows: false, ofOther: false }),
  ).rejects.toMatchObject({ code: 'moneyFileOwnerNeeded' })
  const { key } = (await moneyOf(importId)).accounts![0]!
  expect(await answer(importId, key)).toMatchObject({ created: 2 })
  // The same account again, cut elsewhere.
  expect((await apply(sheet(first[1]!, ...alike))).result).toMatchObject({ created: 0 })
})

test('the same entries of two accounts count twice, once it is said that they are two', async () => {
  await apply(sheet(...first))
  await answer(await check(sheet(...alike)), 'new')
  const later: Line[] = [
    ['23', '10.00', 'Pix'],
    ['24', '20.00', 'Pix'],
    ['25', '30.00', 'Pix'],
  ]
  const importId = await check(sheet(...later))
  const keys = (await moneyOf(importId)).accounts!.map(({ key }) => key)
  expect(keys).toHaveLength(2)
  await answer(importId, keys[0]!)
  expect(await entries()).toHaveLength(7)
  // The other bank's statement has entries of the same days, amounts and words.
  const other = await check(sheet(...later, ['26', '40.00', 'Pix']))
  await chooseMoneyOwner(company.owner, { importId: other, ownerId: company.legalEntityId, account: keys[1]! })
  await runCheck(company.owner, other)
  await confirmMoneyFile(company.owner, { importId: other, leaveOutBadRows: false, ofOther: false })
  await runMoneyApply(company, other)
  expect(await entries()).toHaveLength(11)
})

test('a spreadsheet that is said to be of an OFX file’s account counts once with it, in either order', async () => {
  for (const isSheetFirst of [true, false]) {
    company = await createTestOrganization()
    await apply(ofx('7234', ['01', '5.00', 'Pix Ana']))
    await apply(ofx('9999', ['02', '6.00', 'Pix Bia']))
    const full = ofx('7234', ...alike.map(([day, reais]): Line => [day, reais, 'TED recebida']))
    if (!isSheetFirst) await apply(full)
    const importId = await check(sheet(...alike))
    const { asks, accounts } = await moneyOf(importId)
    expect(asks).toBe('account')
    await answer(importId, accounts!.find(({ end }) => end === '7234')!.key)
    if (isSheetFirst) await apply(full)
    expect(await entries()).toEqual([
      '01 500 Pix Ana',
      '02 600 Pix Bia',
      '13 15000 TED recebida',
      '14 7000 TED recebida',
    ])
  }
})

test('an account that is another’s, or none, is not taken', async () => {
  await apply(sheet(...first))
  const importId = await check(sheet(...alike))
  await chooseMoneyOwner(company.owner, { importId, ownerId: company.legalEntityId, account: 'f'.repeat(64) })
  await runCheck(company.owner, importId)
  expect(await moneyOf(importId)).toMatchObject({ asks: 'account' })
})
