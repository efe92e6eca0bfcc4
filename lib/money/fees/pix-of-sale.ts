import type { MoneyKind } from '@/lib/generated/prisma/enums'

type Line = { kind: MoneyKind; amount: bigint }

/**
 * Lines of an order or of its row in a report. Where nothing is left of the sale, its discount by Pix lowers no tax
 * base: the refund has the whole price. A refund's own row gives the discount back.
 */
export function pixOfSale<L extends Line>(lines: readonly L[]): L[] {
  const of = (...kinds: MoneyKind[]) =>
    lines.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0n)
  const isSale = of('product_revenue', 'seller_voucher', 'refund') > 0n
  const isRefundAlone = of('product_revenue') === 0n && of('refund') < 0n
  if (isSale || isRefundAlone) return [...lines]
  return lines.map((line) => (/^pix_/.test(line.kind) ? { ...line, kind: 'other' } : line))
}
