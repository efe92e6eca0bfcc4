import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay } from '@/lib/core/dates'
import { takesPart, termSwitches, type TermsOfDay } from '@/lib/money/fees/terms'
import type { FeesView } from '@/lib/money/fees/views'
import { rateText } from '@/lib/core/rounding'
import { formatNumber } from '@/lib/core/money'
import { formatRate } from '@/lib/identity/settings/rates'
import { TermsEditor } from './terms-editor'

/** The programmes of each shop, with their first days. */
export function TermsCard({ view: { shops, canEdit, today } }: { view: FeesView }) {
  const t = useTranslations('fees.terms')
  const language = useLocale()
  return (
    <Card flush>
      <CardHeader title={t('title')} description={t('text')} className="p-4 pb-3" />
      {shops.length === 0 && <p className="border-t border-line p-4 text-[13px] text-ink-2">{t('none')}</p>}
      <ul className="divide-y divide-line border-t border-line">
        {shops.map(({ id, name, sellerType, said, volume }) => (
          <li key={id} className="grid gap-2 p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold">{name}</h3>
              {canEdit && (
                <TermsEditor shop={{ id, name, sellerType }} terms={null} latest={said.at(-1) ?? null} today={today} />
              )}
            </div>
            {volume && (
              <p className={volume.isHigh === null ? 'text-[13px] text-warn' : 'text-[13px] text-ink-2 tabular-nums'}>
                {volume.isHigh === null
                  ? t('volumeUnknown')
                  : t('volume', { orders: formatNumber(volume.orders, language) })}
              </p>
            )}
            {said.length === 0 && <p className="text-[13px] text-ink-2">{t('default')}</p>}
            <ul className="grid gap-2">
              {said.toReversed().map((each) => (
                <li key={each.fromDay} className="flex flex-wrap items-center justify-between gap-2 text-[13px]">
                  <span className="min-w-0">
                    <span className="font-medium tabular-nums">
                      {t('from', { from: formatDay(each.fromDay, language) })}
                    </span>
                    <TermsLine terms={each} />
                  </span>
                  {canEdit && <TermsEditor shop={{ id, name, sellerType }} terms={each} latest={null} today={today} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TermsLine({ terms }: { terms: TermsOfDay }) {
  const t = useTranslations('fees.terms')
  const kinds = useTranslations('fees.rules.partKinds')
  const language = useLocale()
  const { adsTopUpRate, highVolume, denied = [] } = terms
  const notTaking = denied.filter((kind) => !takesPart(terms, kind)).map((kind) => kinds(kind))
  const names = [
    t(`programmes.${terms.programme}`),
    ...termSwitches.filter((name) => terms[name]).map((name) => t(`switches.${name}`)),
    adsTopUpRate > 0n && t('adsLine', { rate: formatRate(rateText(adsTopUpRate), language) }),
    highVolume !== null && t(highVolume ? 'highVolumeYes' : 'highVolumeNo'),
    notTaking.length > 0 && t('deniedLine', { names: notTaking.join(', ') }),
  ].filter((text) => text !== false)
  return <span className="block text-ink-2">{names.join(' · ')}</span>
}
