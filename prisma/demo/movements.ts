import type { WalletKind } from '@/lib/generated/prisma/enums'
import { makeNumbering, type Movement, type NumberedMovement } from '@/lib/money/wallet/number-movements'
import type { DemoClock } from './clock'
import type { DemoPayout } from './payouts'

/** As the wallet report names them. */
const names: Partial<Record<WalletKind, string>> = {
  payout: 'Renda do pedido',
  early_payout: 'Acelera',
  early_payout_rest: 'Acelera',
  early_payout_fee: 'Acelera',
  withdrawal: 'Saque',
  adjustment: 'Ajuste',
  compensation: 'Ajuste',
  ads_top_up: 'Recarga de Ads',
  loan_instalment: 'Parcela do empréstimo',
}

type More = Partial<Pick<Movement, 'orderCode' | 'description' | 'withdrawalId' | 'feeCents'>>
export const moved = (kind: WalletKind, at: Date, amountCents: bigint, more: More = {}): Movement => ({
  kind,
  at,
  amountCents,
  type: names[kind] ?? 'Ajuste',
  status: 'Concluído',
  source: 'file',
  balanceCents: null,
  orderCode: null,
  refundNumber: null,
  withdrawalId: null,
  feeCents: 0n,
  reason: null,
  description: null,
  ...more,
})

const KEPT_CENTS = 5_000n
const LEAST_WITHDRAWN_CENTS = 20_000n
const WITHDRAWN_IN = 1_000n

/** A shop's wallet from its first payout: what came in, what ads and a loan took, and on Mondays what is withdrawn. */
export function walletOf(payouts: readonly DemoPayout[], clock: DemoClock, extra: readonly Movement[]) {
  const first = payouts.reduce<Date>((least, { at }) => (at && at < least ? at : least), clock.now)
  const daysOpen = Math.floor((clock.now.getTime() - first.getTime()) / 86_400_000)
  const events = [
    ...payouts.flatMap(({ at, order, paidCents, more }) =>
      at && paidCents !== 0n
        ? [
            moved('payout', at, paidCents, { orderCode: order.code, description: `Renda do pedido #${order.code}` }),
            ...more,
          ]
        : more,
    ),
    ...extra,
    ...Array.from({ length: Math.floor(daysOpen / 14) }, (_, index) =>
      moved('ads_top_up', clock.at(index * 14 + 3, 32_000), -8_000n, {
        description: 'Recarga automática de Shopee Ads',
      }),
    ),
    ...Array.from({ length: daysOpen }, (_, ago) => ago)
      .filter((ago) => new Date(`${clock.dayAgo(ago)}T12:00:00Z`).getUTCDay() === 1)
      .map((ago) => moved('withdrawal', clock.at(ago, 36_600), 0n, { withdrawalId: `S${clock.dayAgo(ago)}` })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return withBalances(events)
}

function withBalances(events: readonly Movement[]): NumberedMovement[] {
  const numbered = makeNumbering()
  let balance = 0n
  return events.flatMap((event) => {
    const amountCents = event.kind === 'withdrawal' ? -withdrawable(balance) : event.amountCents
    if (amountCents === 0n) return []
    balance += amountCents
    const description = event.kind === 'withdrawal' ? 'Saque para conta bancária final 4417' : event.description
    return [numbered({ ...event, amountCents, balanceCents: balance, description })]
  })
}

function withdrawable(balance: bigint): bigint {
  const whole = ((balance - KEPT_CENTS) / WITHDRAWN_IN) * WITHDRAWN_IN
  return whole < LEAST_WITHDRAWN_CENTS ? 0n : whole
}
