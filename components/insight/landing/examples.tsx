import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { formatMoney, formatPercent } from '@/lib/core/money'

const frame = 'rounded-control border border-line bg-canvas p-4'

/** A number with its formula and its two sources: charged, and estimated by rule. */
export function NumberExample() {
  const t = useTranslations('landing.numberExample')
  const language = useLocale()
  return (
    <div className={frame}>
      <p className="text-[13px] text-ink-2">{t('name')}</p>
      <p className="money mt-0.5 text-2xl font-title">{formatMoney(6305892n, language)}</p>
      <div aria-hidden className="mt-3 flex h-2 gap-0.5 overflow-hidden rounded-full">
        <span className="w-[71%] bg-accent" />
        <span className="flex-1 bg-line" />
      </div>
      <p className="mt-2 text-[13px] text-ink-2">
        {t('sources', {
          charged: formatPercent(0.71, language, { fractionDigits: 0 }),
          estimated: formatPercent(0.29, language, { fractionDigits: 0 }),
        })}
      </p>
      <p className="mt-3 border-t border-line pt-3 text-[13px] text-ink-2">{t('formula')}</p>
    </div>
  )
}

const margins = [
  { key: 'bottle', margin: 0.241 },
  { key: 'jars', margin: 0.317 },
  { key: 'lamp', margin: null },
] as const

export function CostExample() {
  const t = useTranslations('landing.costExample')
  const language = useLocale()
  return (
    <div className={frame}>
      <ul className="flex flex-col gap-2.5">
        {margins.map(({ key, margin }) => (
          <li key={key} className="flex items-center justify-between gap-3">
            <span className="truncate">{t(key)}</span>
            {margin === null ? (
              <Badge tone="warn">{t('missing')}</Badge>
            ) : (
              <span className="money font-semibold">{formatPercent(margin, language)}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 border-t border-line pt-3 text-[13px] text-ink-2">
        {t('coverage', { share: formatPercent(0.86, language, { fractionDigits: 0 }) })}
      </p>
    </div>
  )
}

export function StockExample() {
  const t = useTranslations('landing.stockExample')
  return (
    <div className={frame}>
      <dl className="grid grid-cols-3 gap-3 text-center">
        {(['onHand', 'reserved', 'available'] as const).map((name) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-[13px] text-ink-2">{t(name)}</dt>
            <dd className="text-2xl font-title tabular-nums">{{ onHand: 12, reserved: 4, available: 8 }[name]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 rounded-control bg-bad-soft px-3 py-2 text-[13px] font-semibold text-bad">{t('refused')}</p>
    </div>
  )
}
