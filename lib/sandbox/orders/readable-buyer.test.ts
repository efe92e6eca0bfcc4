import { recipientOf } from './buyer'
import type { OrderStatus } from './order-life'
import { readableBuyer, showCpf, showRecipient } from './readable-buyer'

const unmaskedStatuses = ['INVOICE_PENDING', 'READY_TO_SHIP', 'PROCESSED', 'TO_RETURN']

it.each<[OrderStatus, string, string]>([
  ['UNPAID', 'nothing', 'nothing'],
  ['INVOICE_PENDING', 'person', 'nothing'],
  ['READY_TO_SHIP', 'person', 'address'],
  ['PROCESSED', 'person', 'address'],
  ['SHIPPED', 'nothing', 'nothing'],
  ['TO_RETURN', 'person', 'address'],
  ['COMPLETED', 'nothing', 'nothing'],
])('%s: a CNPJ seller reads %s, a CPF seller %s', (status, cnpj, cpf) => {
  expect(readableBuyer({ status, sellerKind: 'cnpj', unmaskedStatuses })).toBe(cnpj)
  expect(readableBuyer({ status, sellerKind: 'cpf', unmaskedStatuses })).toBe(cpf)
})

it('the phone is never shown, the name and the CPF only with the person', () => {
  const recipient = recipientOf(7n)
  expect(showRecipient(recipient, 'person')).toEqual({ ...recipient, phone: '******' })
  expect(showRecipient(recipient, 'address')).toEqual({ ...recipient, phone: '******', name: '******' })
  expect(showRecipient(recipient, 'nothing')).toMatchObject({ name: '******', phone: '******', full_address: '******' })
  expect([showCpf('1', 'person'), showCpf('1', 'address')]).toEqual(['1', '******'])
})
