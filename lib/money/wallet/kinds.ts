import type { WalletKind } from '@/lib/generated/prisma/enums'

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

/** The kinds that pay an order out, early or when it is due. */
export const payoutKinds: readonly WalletKind[] = ['payout', 'early_payout', 'early_payout_rest', 'early_payout_return']
/** The kinds that correct an order after its payout. */
export const correctionKinds = [
  'adjustment',
  'compensation',
  'refund',
  'affiliate',
] as const satisfies readonly WalletKind[]

type PlatformType = { number: number | null; kind: WalletKind }

/**
 * The platform's types of wallet movements, by name and number, as get_wallet_transaction_list documents them and as wallets of Brazilian
 * shops show them. Those of the second part are known from lists of other countries' sellers: their names say what they are.
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
  DP_REFUND_VERIFIED_ADD: { number: 701, kind: 'refund' },
  SPM_DEDUCT_DIRECT: { number: 801, kind: 'loan_instalment' },
  SPM_DISBURSE_ADD: { number: 802, kind: 'other' },
  FOODY_REFUND_ADD: { number: 303, kind: 'refund' },
  FBS_FEE_CHARGE: { number: 418, kind: 'adjustment' },
  FBS_FEE_CHARGE_DEDUCT: { number: 419, kind: 'adjustment' },
  LOST_PARCEL_SELLER_ADD: { number: 461, kind: 'compensation' },
  AMS_COMMISSION_FEE: { number: 462, kind: 'affiliate' },
  AMS_COMMISSION_FEE_DEDUCT: { number: 463, kind: 'affiliate' },
  AFFILIATE_SAMPLE_SHIPPING_FEE_DEDUCT: { number: 464, kind: 'affiliate' },
  NON_RECEIPT_RR_SELLER_COMPENSATE_ADD: { number: 465, kind: 'compensation' },
  SHIPPING_FEE_CLAIM_ADD: { number: 468, kind: 'compensation' },
  INSTANT_CANCELLATION_SELLER_COMPENSATE_ADD: { number: 471, kind: 'compensation' },
  FULFILMENT_COMPENSATE_ADD: { number: 474, kind: 'compensation' },
  INSTALLATION_FEE: { number: 475, kind: 'adjustment' },
  INSTALLATION_FEE_DEDUCT: { number: 476, kind: 'adjustment' },
  RETURN_COMPENSATION_SERVICE_ADD: { number: 477, kind: 'compensation' },
  REALTIME_OFFSET: { number: 483, kind: 'other' },
  REALTIME_OFFSET_DEDUCT: { number: 484, kind: 'other' },
  SVS_PURCHASE_REFUND: { number: 512, kind: 'refund' },
  WITHDRAWAL: { number: 4000, kind: 'withdrawal' },
  WITHDRAWAL_SPLIT: { number: 4001, kind: 'withdrawal' },
}

const byNumber = new Map(
  Object.entries(platformTypes).flatMap(([name, { number }]) => (number === null ? [] : [[String(number), name]])),
)

/** The platform's own name of a type that came by name or number. */
export const typeName = (type: string): string => byNumber.get(type) ?? type

/** An unknown type stays "other" until somebody looks: never guessed to be a payout. */
export function kindOfType(type: string): WalletKind {
  const name = typeName(type)
  const known = platformTypes[name]
  if (known) return known.kind
  if (/^WITHDRAWAL_.*(CANCEL|FAIL|RETURN)/.test(name)) return 'withdrawal_returned'
  if (name.startsWith('WITHDRAWAL')) return 'withdrawal'
  if (/COMPENSAT|LOST_PARCEL|_CLAIM_ADD$/.test(name)) return 'compensation'
  if (/AFFILIATE|AMS/.test(name)) return 'affiliate'
  return /ADJUSTMENT|^FBS_/.test(name) ? 'adjustment' : 'other'
}
