import fc from 'fast-check'
import { newAccessKey } from '@/lib/sandbox/invoices/access-key'
import { supplierNfe, type NfeLine } from '@/lib/testing/factories/supplier-nfe'
import { unexplainedCents } from './invoice-content'
import { readPurchaseInvoice } from './invoice-file'

const to = '11444777000161'
const accessKey = newAccessKey({ cnpj: '11222333000181', number: 4321, now: Date.parse('2026-11-10') / 1000 })
const line: fc.Arbitrary<NfeLine> = fc.record({
  code: fc.uuid(),
  quantity: fc.integer({ min: 1, max: 50 }).map((n) => `${n}.0000`),
  goodsCents: fc.integer({ min: 100, max: 99_999 }),
  ipiCents: fc.integer({ min: 0, max: 500 }),
  stCents: fc.integer({ min: 0, max: 500 }),
  freightCents: fc.integer({ min: 0, max: 300 }),
  discountCents: fc.integer({ min: 0, max: 90 }),
  ean: fc.constantFrom('7891234567895', 'SEM GTIN'),
})
const lineLists = fc.uniqueArray(line, { minLength: 1, maxLength: 8, selector: ({ code }) => code })

function read(xml: string) {
  const purchaseInvoice = readPurchaseInvoice(Buffer.from(xml))
  if (!purchaseInvoice.ok) throw new Error(purchaseInvoice.error)
  const { lines, ...rest } = purchaseInvoice.invoice.content
  const json = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
  return {
    lines: new Map(lines.map((one) => [one.code, json({ ...one, number: 0 })] as const)),
    rest: json({ ...rest, lines: [] }),
    unexplained: unexplainedCents(purchaseInvoice.invoice.content),
  }
}
const nfe = (lines: NfeLine[]) =>
  supplierNfe({ to, lines, accessKey, instalments: [{ dueOn: '2026-12-10', cents: 100 }] })

test('the order of an invoice’s lines has no effect, nor do unknown fields, groups and spaces', () => {
  fc.assert(
    fc.property(lineLists, (lines) => {
      const whole = read(nfe(lines))
      expect(whole.unexplained).toBe(0n)
      const turned = read(nfe(lines.toReversed()))
      expect([[...turned.lines].toSorted(), turned.rest]).toEqual([[...whole.lines].toSorted(), whole.rest])
      const wider = nfe(lines)
        .replaceAll('</prod>', '<cNovo>9</cNovo></prod>')
        .replaceAll('<imposto>', '<imposto><gNovo><vProd>1.00</vProd><vIPI>9.99</vIPI></gNovo>')
        .replace('</ICMSTot>', '<vNovo>5.00</vNovo></ICMSTot><NovoTot><vNF>1.00</vNF></NovoTot>')
        .replace('<dest>', '\n\n<novo a="1"><x/></novo>\n<dest>')
      expect(read(wider)).toEqual(whole)
    }),
    { numRuns: 40 },
  )
})

test('the same invoice in another encoding, with a mark or without its prologue, says the same', () => {
  fc.assert(
    fc.property(lineLists, (lines) => {
      const xml = nfe(lines)
      const bare = xml.replace(/^<\?xml.*?\?>\s*/, '')
      const whole = read(xml)
      for (const other of [`\uFEFF${xml}`, `\n${xml}`, bare]) expect(read(other)).toEqual(whole)
    }),
    { numRuns: 15 },
  )
})
