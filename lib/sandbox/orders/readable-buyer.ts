import { maskRecipient, maskText, type Recipient } from './buyer'
import type { OrderStatus } from './order-life'

/**
 * The buyer's data that a seller may read: a CPF seller never more than the address, a CNPJ seller the name and the CPF
 * too.
 */
export type ReadableBuyer = 'nothing' | 'address' | 'person'

type Seen = { status: OrderStatus; sellerKind: string; unmaskedStatuses: readonly string[] }

// Invented: that a buyer is hidden in RETRY_SHIP. Guide 382 does not name that state, and other sources name fewer states than it.
/** As guide 382 of September 2026 has it. INVOICE_PENDING is open to CNPJ sellers alone: they issue the invoice. */
export function readableBuyer({ status, sellerKind, unmaskedStatuses }: Seen): ReadableBuyer {
  if (!unmaskedStatuses.includes(status)) return 'nothing'
  if (sellerKind === 'cnpj') return 'person'
  return status === 'INVOICE_PENDING' ? 'nothing' : 'address'
}

/** The phone is masked for everybody. */
export function showRecipient(recipient: Recipient, readable: ReadableBuyer): Recipient {
  const masked = maskRecipient(recipient)
  if (readable === 'nothing') return masked
  return { ...recipient, phone: masked.phone, name: readable === 'person' ? recipient.name : masked.name }
}

export const showCpf = (cpf: string, readable: ReadableBuyer): string => (readable === 'person' ? cpf : maskText)
