import type { WalletKind } from '../generated/prisma/enums'

export const walletKinds = [
  'payout',
  'early_payout',
  'early_payout_rest',
  'early_payout_fee',
  'early_payout_return',
  'loan_instalment',
  'ads_top_up',
  'withdrawal',
  'withdrawal_returned',
  'compensation',
  'refund',
  'affiliate',
  'adjustment',
  'other',
] as const satisfies readonly WalletKind[]

/** What pays an order out, early or when it is due. */
export const payoutKinds: readonly WalletKind[] = ['payout', 'early_payout', 'early_payout_rest', 'early_payout_return']
/** What corrects an order after its payout. */
export const correctionKinds = [
  'adjustment',
  'compensation',
  'refund',
  'affiliate',
] as const satisfies readonly WalletKind[]

type PlatformType = { number: number | null; kind: WalletKind }

/**
 * The platform's types of wallet movements, by name and number, as get_wallet_transaction_list documents them and as wallets of Brazilian
 * shops show them. 701 has a number alone.
 */
export const platformTypes: Readonly<Record<string, PlatformType>> = {
  ESCROW_VERIFIED_ADD: { number: 101, kind: 'payout' },
  ESCROW_VERIFIED_MINUS: { number: 102, kind: 'payout' },
  WITHDRAWAL_CREATED: { number: 201, kind: 'withdrawal' },
  WITHDRAWAL_COMPLETED: { number: 202, kind: 'withdrawal' },
  WITHDRAWAL_CANCELLED: { number: 203, kind: 'withdrawal_returned' },
  REFUND_VERIFIED_ADD: { number: 301, kind: 'refund' },
  AUTO_REFUND_ADD: { number: 302, kind: 'refund' },
  ADJUSTMENT_ADD: { number: 401, kind: 'adjustment' },
  ADJUSTMENT_MINUS: { number: 402, kind: 'adjustment' },
  FBS_ADJUSTMENT_ADD: { number: 404, kind: 'adjustment' },
  FBS_ADJUSTMENT_MINUS: { number: 405, kind: 'adjustment' },
  ADJUSTMENT_CENTER_ADD: { number: 406, kind: 'adjustment' },
  ADJUSTMENT_CENTER_DEDUCT: { number: 407, kind: 'adjustment' },
  FSF_COST_PASSING_DEDUCT: { number: 408, kind: 'adjustment' },
  PERCEPTION_VAT_TAX_DEDUCT: { number: 409, kind: 'adjustment' },
  PERCEPTION_TURNOVER_TAX_DEDUCT: { number: 410, kind: 'adjustment' },
  ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED: { number: 411, kind: 'adjustment' },
  AFFILIATE_COMMISSION_FEE_ADD: { number: 412, kind: 'affiliate' },
  CROSS_MERCHANT_ADJUSTMENT_ADD: { number: 413, kind: 'adjustment' },
  CROSS_MERCHANT_ADJUSTMENT_DEDUCT: { number: 414, kind: 'adjustment' },
  SELLER_COMPENSATE_ADD: { number: 415, kind: 'compensation' },
  PAID_ADS_CHARGE: { number: 450, kind: 'ads_top_up' },
  PAID_ADS_REFUND: { number: 451, kind: 'ads_top_up' },
  FAST_ESCROW_DISBURSE: { number: 452, kind: 'early_payout' },
  AFFILIATE_ADS_SELLER_FEE: { number: 455, kind: 'affiliate' },
  AFFILIATE_ADS_SELLER_FEE_REFUND: { number: 456, kind: 'affiliate' },
  FAST_ESCROW_DEDUCT: { number: 458, kind: 'early_payout_return' },
  FAST_ESCROW_DISBURSE_REMAIN: { number: 459, kind: 'early_payout_rest' },
  AFFILIATE_FEE_DEDUCT: { number: 460, kind: 'affiliate' },
  SHOPEE_WALLET_PAY: { number: 501, kind: 'other' },
  SPM_DEDUCT: { number: 502, kind: 'ads_top_up' },
  APM_DEDUCT: { number: 503, kind: 'ads_top_up' },
  SPM_REFUND_ADD: { number: 504, kind: 'ads_top_up' },
  APM_REFUND_ADD: { number: 505, kind: 'ads_top_up' },
  '701': { number: 701, kind: 'other' },
  SPM_DEDUCT_DIRECT: { number: 801, kind: 'loan_instalment' },
  SPM_DISBURSE_ADD: { number: 802, kind: 'other' },
  RETURN_COMPENSATION_SERVICE_ADD: { number: null, kind: 'compensation' },
}

const byNumber = new Map(
  Object.entries(platformTypes).flatMap(([name, { number }]) => (number === null ? [] : [[String(number), name]])),
)

/** The platform's own name of a type that came by name or number. */
export const typeName = (type: string): string => byNumber.get(type) ?? type

/** What is not known stays "other" until somebody looks: never guessed to be a payout. */
export function kindOfType(type: string): WalletKind {
  const name = typeName(type)
  const known = platformTypes[name]
  if (known) return known.kind
  if (/^WITHDRAWAL_.*(CANCEL|FAIL|RETURN)/.test(name)) return 'withdrawal_returned'
  if (name.startsWith('WITHDRAWAL')) return 'withdrawal'
  if (/COMPENSAT/.test(name)) return 'compensation'
  if (/AFFILIATE|AMS/.test(name)) return 'affiliate'
  return /ADJUSTMENT/.test(name) ? 'adjustment' : 'other'
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** What the wallet report calls a movement, its description and its sign. */
export function kindOfReport(type: string, description: string, amountCents: bigint): WalletKind {
  const [name, about] = [plain(type), plain(description)]
  const comesIn = amountCents > 0n
  if (/^(renda do pedido|order income)/.test(name)) return 'payout'
  if (/^(saque|withdrawal)/.test(name)) return comesIn ? 'withdrawal_returned' : 'withdrawal'
  if (/^pix/.test(name))
    return comesIn ? (/(saque|estorn|devol|cancel)/.test(about) ? 'withdrawal_returned' : 'other') : 'withdrawal'
  if (/(acelera|resgate rapido|fast escrow)/.test(name)) return kindOfAdvance(about, comesIn)
  if (/(acelera|resgate rapido|fast escrow)/.test(about)) return kindOfAdvance(about, comesIn)
  if (/(compensa|extravi|lost parcel)/.test(about)) return 'compensation'
  if (/(afiliad|affiliate)/.test(about)) return 'affiliate'
  if (/(recarga|shopee ads|\bads\b|top.?up)/.test(`${name} ${about}`)) return 'ads_top_up'
  if (/(emprestimo|parcela|seller loan|instalment|credito shopee)/.test(`${name} ${about}`))
    return comesIn ? 'other' : 'loan_instalment'
  if (/^(ajuste|adjustment)/.test(name)) return 'adjustment'
  return /^(reembolso|refund)/.test(name) ? 'refund' : 'other'
}

function kindOfAdvance(about: string, comesIn: boolean): WalletKind {
  if (/(taxa|tarifa|\bfee\b)/.test(about) && !comesIn) return 'early_payout_fee'
  if (!comesIn) return 'early_payout_return'
  return /(restante|remain|segunda|final)/.test(about) ? 'early_payout_rest' : 'early_payout'
}
