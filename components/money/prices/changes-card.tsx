import { useLocale, useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { ChangeList, ChangeProblem, ChangeView } from '@/lib/money/prices/change-record'
import { ChangeActions } from './change-actions'

const PROBLEMS_SHOWN = 20

type Shops = readonly { id: string; name: string }[]
type Props = { list: ChangeList; earlierHref: string; shops: Shops; timeZone: string; canSend: boolean }

/** The last prices that were sent: how far they are, what the platform refused, and the way back. */
export function ChangesCard({ list: { changes, hasEarlier }, earlierHref, shops, timeZone, canSend }: Props) {
  const t = useTranslations('priceDesk.changes')
  const language = useLocale()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="price-changes">
      <Card flush as="div">
        <CardHeader id="price-changes" title={t('title')} className="px-4 pt-4 pb-3" />
        <ul>
          {changes.map((change) => (
            <li key={change.id} className="grid gap-2 border-t border-line px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <span className="font-semibold tabular-nums">
                  {formatDateTime(change.createdAt, language, timeZone)}
                </span>
                <Outcome change={change} />
                {canSend && (change.canUndo || change.canRepeat || change.plannedFor) && (
                  <span className="ml-auto max-sm:w-full">
                    <ChangeActions
                      change={{
                        id: change.id,
                        canUndo: change.canUndo,
                        canRepeat: change.canRepeat,
                        canCancel: change.plannedFor !== null,
                      }}
                    />
                  </span>
                )}
              </div>
              {change.isOpen && (
                <Progress
                  label={t('running')}
                  value={change.settled}
                  max={change.total}
                  detail={t('runningOf', { done: change.settled, total: change.total })}
                />
              )}
              <Problems problems={change.problems} shops={shops} />
            </li>
          ))}
        </ul>
        {hasEarlier && (
          <div className="border-t border-line px-4 py-3">
            <ButtonLink size="sm" href={earlierHref}>
              {t('earlier')}
            </ButtonLink>
          </div>
        )}
        {changes.some(({ isOpen }) => isOpen) && <KeepFresh everyMs={2000} />}
      </Card>
    </section>
  )
}

function Outcome({ change }: { change: ChangeView }) {
  const t = useTranslations('priceDesk.changes')
  const language = useLocale()
  const { isOpen, isUndo, isUndone, isCancelled, plannedFor, done, total, problems } = change
  if (isCancelled) return <Badge>{t('cancelled')}</Badge>
  if (plannedFor)
    return <Badge tone="accent">{t('planned', { count: total, day: formatDay(plannedFor, language) })}</Badge>
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isUndo && <Badge>{t('undo')}</Badge>}
      {isUndone && <Badge>{t('undone')}</Badge>}
      {!isOpen && (
        <>
          <Badge tone={done === total ? 'good' : 'neutral'}>{t('done', { done, total })}</Badge>
          {problems.length > 0 && <Badge tone="bad">{t('problems', { count: problems.length })}</Badge>}
        </>
      )}
    </span>
  )
}

/** The same listing may be in several shops: then each problem names its own. */
function Problems({ problems, shops }: { problems: ChangeProblem[]; shops: Shops }) {
  const t = useTranslations('priceDesk.changes')
  const language = useLocale()
  if (problems.length === 0) return null
  const more = problems.length - PROBLEMS_SHOWN
  const shopOf = (shopId: string | null) => (shops.length > 1 ? shops.find(({ id }) => id === shopId)?.name : undefined)
  return (
    <ul className="grid gap-1 text-[13px]">
      {problems
        .slice(0, PROBLEMS_SHOWN)
        .map(({ listingId, title, variation, shopId, state, text, wantedCents, thereCents }) => (
          <li key={listingId} className="flex flex-wrap gap-x-2">
            <span className="font-medium">{[title, variation, shopOf(shopId)].filter(Boolean).join(' · ')}</span>
            <span className="text-warn">
              {state === 'waiting' || state === 'sent' || state === 'done' || state === 'cancelled'
                ? null
                : t(`states.${state}`, {
                    wanted: formatMoney(wantedCents, language),
                    there: thereCents === null ? '—' : formatMoney(thereCents, language),
                  })}
            </span>
            {text && <span className="text-ink-3">{text}</span>}
          </li>
        ))}
      {more > 0 && <li className="text-ink-3">{t('more', { count: more })}</li>}
    </ul>
  )
}
