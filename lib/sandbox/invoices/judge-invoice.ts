import { isAccessKey } from './access-key'
import type { Nfe } from './nfe'

type Sale = {
  itemsCents: number
  sellerVoucherCents: number
  pixDiscountCents: number
  totalAmountCents: number
  buyerShippingFeeCents: number
}

const reais = (cents: number) => `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`

/** Authorized, and authorized after the deadline. */
const TAKEN_STATUSES = ['100', '150']

// Invented: which totals the platform takes, and where it compares them. The texts are SEFAZ's.
/**
 * Why the invoice does not release the order, in the manner of SEFAZ; '' when it does. The total may be what the
 * items cost, less the seller's voucher and the discount by Pix, with or without freight, or what the buyer paid.
 */
export function judgeInvoice(nfe: Nfe, sale: Sale, isKeyUsedElsewhere: boolean): string {
  if (!isAccessKey(nfe.accessKey)) return 'Rejeição 236: Chave de Acesso com dígito verificador inválido'
  if (nfe.protocol && !TAKEN_STATUSES.includes(nfe.protocol.status))
    return `Rejeição ${nfe.protocol.status}: ${nfe.protocol.reason}`
  if (isKeyUsedElsewhere) return 'Rejeição 539: Duplicidade de NF-e, com diferença na Chave de Acesso'
  if (nfe.accessKey.slice(25, 34) !== nfe.number.padStart(9, '0'))
    return 'Rejeição 502: Erro na Chave de Acesso - Campo Id não corresponde à concatenação dos campos correspondentes'
  const charged = sale.itemsCents - sale.sellerVoucherCents
  const paid = charged - sale.pixDiscountCents
  const freight = sale.buyerShippingFeeCents
  const accepted = [sale.itemsCents, charged, charged + freight, paid, paid + freight, sale.totalAmountCents]
  if (!accepted.includes(nfe.totalCents))
    return `Rejeição 531: Total da NF-e (${reais(nfe.totalCents)}) difere do valor do pedido (${reais(charged)})`
  return ''
}
