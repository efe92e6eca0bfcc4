'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { RulePreview } from '@/lib/money/fees/preview-rule'
import { formatMoney, formatNumber } from '@/lib/core/money'

export function PreviewedRule({ preview }: { preview: RulePreview }) {
  const t = useTranslations('fees.editor')
  const language = useLocale()
  const [before, after] = [BigInt(preview.beforeCents), BigInt(preview.afterCents)]
  const lines = [
    ['previewBefore', before],
    ['previewAfter', after],
    ['previewDifference', after - before],
  ] as const
  return (
    <section className="rounded-card border border-line bg-sunken/50 p-3 text-[13px]">
      <h3 className="mb-1 font-semibold">{t('previewTitle')}</h3>
      <p>
        {t('previewOrders', { count: preview.orders })}
        {preview.counted < preview.orders &&
          ` · ${t('previewCounted', { count: formatNumber(preview.counted, language) })}`}
      </p>
      <dl className="my-2 grid gap-1 tabular-nums">
        {lines.map(([key, cents]) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="text-ink-2">{t(key)}</dt>
            <dd className={key === 'previewDifference' ? 'font-semibold' : undefined}>
              {formatMoney(cents, language)}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('previewSkus', { count: preview.skus })}</p>
    </section>
  )
}
