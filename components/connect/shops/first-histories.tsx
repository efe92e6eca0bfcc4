import { useLocale, useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Progress } from '@/components/ui/progress'
import type { Member } from '@/lib/identity/auth/member'
import { formatDay, localDay } from '@/lib/core/dates'
import { listFirstHistoriesFor, type FirstHistory } from '@/lib/connect/sync/streams/first-histories'
import { timeLeft } from './time-passed'

const FRESH_MS = 15_000

/** On every page that counts orders, while a first history comes in: half of it must not be taken for the whole. */
export async function FirstHistories({ member }: { member: Pick<Member, 'organizationId' | 'role' | 'timeZone'> }) {
  const histories = await listFirstHistoriesFor(member)
  return histories.length > 0 && <HistoryStrip histories={histories} timeZone={member.timeZone} />
}

export function HistoryStrip({ histories, timeZone }: { histories: FirstHistory[]; timeZone: string }) {
  const t = useTranslations('shops.history')
  const language = useLocale()
  return (
    <ul className="mb-4 grid gap-3 rounded-card border border-line bg-surface px-4 py-3" data-print="hide">
      <KeepFresh everyMs={FRESH_MS} />
      {histories.map(({ shopId, shopName, percent, orders, reached, secondsLeft }) => {
        const left = secondsLeft === null ? null : timeLeft(secondsLeft)
        const counts = t('detail', { percent, orders })
        const detail = left ? `${counts} · ${t('left', { time: t(left.unit, { count: left.count }) })}` : counts
        return (
          <li key={shopId}>
            <Progress label={t('of', { name: shopName })} value={percent} detail={detail} />
            <p className="mt-1.5 text-[13px] text-ink-2">
              {t('incomplete', { day: formatDay(localDay(reached, timeZone), language) })}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
