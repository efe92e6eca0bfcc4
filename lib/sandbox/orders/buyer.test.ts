import { cpfOf, maskRecipient, recipientOf } from './buyer'
import { newOrderSn, newPackageNumber, newReturnSn, newTrackingNumber } from './platform-numbers'

function hasValidCpf(cpf: string): boolean {
  const digits = [...cpf].map(Number)
  const check = (length: number) =>
    ((digits.slice(0, length).reduce((sum, digit, i) => sum + digit * (length + 1 - i), 0) * 10) % 11) % 10
  return digits.length === 11 && check(9) === digits[9] && check(10) === digits[10]
}

it('a buyer keeps the address and the CPF, and the CPF holds', () => {
  for (let id = 1n; id < 200n; id++) {
    expect(recipientOf(id)).toEqual(recipientOf(id))
    expect(hasValidCpf(cpfOf(id))).toBe(true)
  }
  expect(new Set(Array.from({ length: 50 }, (_, id) => cpfOf(BigInt(id)))).size).toBe(50)
})

it('nothing of a recipient is left when it is masked', () => {
  const recipient = recipientOf(7n)
  for (const [field, text] of Object.entries(maskRecipient(recipient)))
    expect(text).toBe(recipient[field as keyof typeof recipient] && '******')
})

it('numbers have the form of the platform’s, with the day of Brasília first', () => {
  const justBeforeMidnight = Date.UTC(2026, 10, 22, 2, 59) / 1000
  expect(newOrderSn(justBeforeMidnight)).toMatch(/^261121[0-9A-Z]{8}$/)
  expect(newReturnSn(justBeforeMidnight)).toMatch(/^2611210[0-9A-Z]{8}$/)
  expect(newPackageNumber()).toMatch(/^OFG\d{15}$/)
  expect(newTrackingNumber()).toMatch(/^BR\d{12}[A-Z]$/)
})
