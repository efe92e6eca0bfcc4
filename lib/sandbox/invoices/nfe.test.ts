import { dceXml, nfeXml } from '@/lib/testing/factories/nfe'
import { checkDigitOf, isAccessKey, newAccessKey } from './access-key'
import { judgeInvoice } from './judge-invoice'
import { readNfe } from './nfe'

const sale = {
  itemsCents: 4990,
  sellerVoucherCents: 490,
  pixDiscountCents: 225,
  totalAmountCents: 4905,
  buyerShippingFeeCents: 630,
}
const judge = (xml: string, isKeyUsedElsewhere = false) => judgeInvoice(readNfe(xml)!, sale, isKeyUsedElsewhere)

it('the check digit is the published one', () => {
  // The example of the NF-e manual's section on the access key.
  expect(checkDigitOf('5206043300991100250655012000000780026730161')).toBe(5)
  expect(isAccessKey('52060433009911002506550120000007800267301615')).toBe(true)
  expect(isAccessKey('52060433009911002506550120000007800267301614')).toBe(false)
  expect(isAccessKey('5206043300991100250655012000000780026730161')).toBe(false)
  expect(isAccessKey(newAccessKey({ cnpj: '11222333000181', number: 7, now: 1_790_000_000 }))).toBe(true)
  expect(isAccessKey(newAccessKey({ cnpj: '12ABC34501DE35', number: 7, now: 1_790_000_000 }))).toBe(true)
})

it('an NF-e is read with its key, amounts and SEFAZ’s word', () => {
  const xml = nfeXml({ totalCents: 4990, number: 88, issuedAt: new Date('2026-11-20T12:00:00Z') })
  expect(readNfe(xml)).toEqual({
    accessKey: expect.stringMatching(/^\d{44}$/) as string,
    number: '88',
    series: '1',
    issueDate: 1_795_176_000,
    totalCents: 4990,
    productsCents: 4990,
    cfop: '5102',
    protocol: { status: '100', reason: 'Autorizado o uso da NF-e' },
  })
})

it('a DC-e is read as one, and releases the order of who is no taxpayer', () => {
  const xml = dceXml({ totalCents: 4990, number: 88, issuedAt: new Date('2026-11-20T12:00:00Z') })
  expect(readNfe(xml)).toMatchObject({
    number: '88',
    series: '1',
    issueDate: 1_795_176_000,
    totalCents: 4990,
    productsCents: 4990,
    cfop: '',
    accessKey: expect.stringMatching(/^\d{20}99\d{22}$/) as string,
    protocol: { status: '100' },
  })
  expect(judge(xml)).toBe('')
  expect(judge(dceXml({ totalCents: 4991 }))).toMatch(/^Rejeição 531/)
  const refused = { status: '204', reason: 'Duplicidade de DC-e' }
  expect(judge(dceXml({ totalCents: 4990, protocol: refused }))).toBe('Rejeição 204: Duplicidade de DC-e')
})

it.each([
  ['text', 'not xml at all'],
  ['broken XML', '<nfeProc><NFe></nfeProc>'],
  ['another document', '<cteProc><infCte Id="CTe1"/></cteProc>'],
  ['a doctype that would expand', '<!DOCTYPE a [<!ENTITY x "y">]><nfeProc>&x;</nfeProc>'],
])('%s is no NF-e', (_, xml) => {
  expect(readNfe(xml)).toBeNull()
})

it.each([4990, 4500, 5130, 4275, 4905])('a total of %s cents releases the order', (totalCents) => {
  expect(judge(nfeXml({ totalCents }))).toBe('')
})

it('an invalid document is rejected with SEFAZ’s reason', () => {
  const key = newAccessKey({ cnpj: '11222333000181', number: 1234, now: 1_790_000_000 })
  const wrongDigit = `${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`
  expect(judge(nfeXml({ totalCents: 4990, accessKey: wrongDigit }))).toMatch(/^Rejeição 236/)
  expect(judge(nfeXml({ totalCents: 4991 }))).toMatch(/^Rejeição 531.*R\$ 49,91.*R\$ 45,00/)
  expect(judge(nfeXml({ totalCents: 4990, number: 5, accessKey: key }))).toMatch(/^Rejeição 502/)
  expect(judge(nfeXml({ totalCents: 4990 }), true)).toMatch(/^Rejeição 539/)
  const refused = { status: '204', reason: 'Duplicidade de NF-e' }
  expect(judge(nfeXml({ totalCents: 4990, protocol: refused }))).toBe('Rejeição 204: Duplicidade de NF-e')
})
