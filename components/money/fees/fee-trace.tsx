import { useLocale, useTranslations } from 'next-intl'
import { formatDay } from '@/lib/core/dates'
import type { ExpectedCharges, LineTrace, RateStep } from '@/lib/money/fees/expected-charges'
import { rateText } from '@/lib/core/rounding'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { formatRate } from '@/lib/identity/settings/rates'

/** How expected fees came about: the rule's version, base, rate, fixed part, cap and rounding of every amount. */
export function FeeTrace({ trace }: { trace: ExpectedCharges }) {
  const t = useTranslations('fees.trace')
  const lines = useTranslations('fees.lines')
  const kinds = useTranslations('fees.rules.partKinds')
  const language = useLocale()
  const { rule, parts } = trace
  const from = formatDay(rule.fromDay, language)
  const rate = (value: bigint) => formatRate(rateText(value), language)
  const money = (cents: bigint) => formatMoney(cents, language)
  return (
    <section className="text-[13px]">
      <h3 className="font-semibold">{t('title')}</h3>
      <p className="text-ink-2">
        {t('rule', { rule: rule.name, version: rule.version })}
        {', '}
        {rule.toDay ? t('span', { from, to: formatDay(rule.toDay, language) }) : t('since', { from })}
      </p>
      <ul className="my-2 grid gap-1 tabular-nums">
        {trace.lines.flatMap((line, at) => [
          <li key={`${at} base`}>
            {line.voucherCents > 0n
              ? t('base', {
                  amount: money(line.amountCents),
                  voucher: money(line.voucherCents),
                  base: money(line.baseCents),
                })
              : t('baseOnly', { base: money(line.baseCents) })}
          </li>,
          <li key={`${at} commission`}>{`${lines('commission')}: ${stepText(t, line, line.commission, language)}`}</li>,
          <li key={`${at} service`}>{`${lines('service')}: ${stepText(t, line, line.service, language)}`}</li>,
          line.capped && line.capCents !== null && (
            <li key={`${at} cap`}>{t('capped', { cap: money(line.capCents) })}</li>
          ),
          line.fixedCents > 0n && (
            <li key={`${at} fixed`}>
              {rule.basis === 'item' && line.band
                ? t(line.cheap ? 'fixedCheap' : 'fixed', {
                    from: money(line.band.fromCents),
                    below: money(line.cheap?.belowCents ?? 0n),
                    share: rate(line.cheap?.rate ?? 0n),
                    each: money(line.band.fixedCents),
                    times: formatNumber(line.quantity, language),
                  })
                : t('fixedOrder', { cents: money(line.fixedCents) })}
            </li>
          ),
        ])}
        {parts.map((part) => (
          <li key={part.kind}>
            {part.rateCents > 0n
              ? t('part', {
                  kind: kinds(part.kind),
                  rate: rate(part.rate),
                  base: money(part.baseCents),
                  cents: money(part.cents),
                })
              : t('partFixed', { kind: kinds(part.kind), cents: money(part.cents) })}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">{t(`roundings.${trace.rounding}`)}</p>
    </section>
  )
}

type Translate = ReturnType<typeof useTranslations<'fees.trace'>>

function stepText(
  t: Translate,
  { baseCents }: LineTrace,
  { rate, exactMillionths, cents }: RateStep,
  language: Language,
) {
  return t('step', {
    rate: formatRate(rateText(rate), language),
    base: formatMoney(baseCents, language),
    exact: formatExact(exactMillionths, language),
    cents: formatMoney(cents, language),
  })
}

/** In reais, with every digit that rounding takes off: eight decimals at most. */
function formatExact(millionthsOfCent: bigint, language: Language): string {
  const digits = millionthsOfCent.toString().padStart(9, '0')
  const mark = formatMoney(0n, language).replace(/[\d.,]+$/, '')
  return `${mark}${formatNumber(`${digits.slice(0, -8)}.${digits.slice(-8)}`, language, 8, 2)}`
}
