'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { formatMoney } from '@/lib/core/money'
import { isClaimable, type PickGroup } from './pick'

const shownCodes = 4

/** The groups that become a case each, and the rest with the reason. */
export function PickedGroups({ picks, groups }: { picks: DifferencePick[]; groups: PickGroup[] }) {
  const t = useTranslations('cases')
  const left = picks.filter((pick) => !isClaimable(pick))
  return (
    <>
      {groups.length === 0 && <p className="text-ink-2">{t('open.nothing')}</p>}
      <GroupSums groups={groups} />
      {left.length > 0 && (
        <div className="rounded-control bg-warn-soft px-3 py-2 text-[13px]">
          <p className="font-semibold text-warn">{t('open.leftOut')}</p>
          <ul>
            {left.slice(0, shownCodes).map((pick) => (
              <li key={pick.settlementId} className="wrap-anywhere">
                {`${pick.code}: ${t(`refusals.${pick.refusal ?? 'nothing'}`)}`}
              </li>
            ))}
            {left.length > shownCodes && <li>{t('open.more', { count: left.length - shownCodes })}</li>}
          </ul>
        </div>
      )}
    </>
  )
}

/** By cause and shop, what is asked for or accepted, and all of it together. */
export function GroupSums({ groups }: { groups: PickGroup[] }) {
  const t = useTranslations('cases')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  if (groups.length === 0) return null
  const short = groups.reduce((sum, { cents }) => (cents > 0n ? sum + cents : sum), 0n)
  const over = groups.reduce((sum, { cents }) => (cents < 0n ? sum - cents : sum), 0n)
  const sums = [
    short > 0n && t('open.short', { cents: formatMoney(short, language) }),
    over > 0n && t('open.over', { cents: formatMoney(over, language) }),
  ].filter(Boolean)
  return (
    <div>
      <ul className="divide-y divide-line rounded-control border border-line">
        {groups.map(({ shopName, cause, picks: chosen, cents }) => (
          <li
            key={`${shopName} ${cause} ${cents > 0n}`}
            className="flex items-baseline justify-between gap-4 px-3 py-2"
          >
            <span className="min-w-0">
              <span className="block font-medium">{causes(cause)}</span>
              <span className="block text-[13px] wrap-anywhere text-ink-3">
                {`${shopName} · ${chosen.length === 1 ? chosen[0]!.code : t('orders', { count: chosen.length })}`}
              </span>
            </span>
            <span className="shrink-0 text-right">
              <span className="money font-semibold">{formatMoney(cents < 0n ? -cents : cents, language)}</span>
              {cents < 0n && <span className="block text-[13px] text-ink-3">{t('surplus')}</span>}
            </span>
          </li>
        ))}
      </ul>
      {groups.length > 1 && <p className="mt-2 text-right font-semibold tabular-nums">{sums.join(' · ')}</p>}
    </div>
  )
}
