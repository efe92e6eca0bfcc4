import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { EmptyState } from '@/components/ui/empty-state'
import { formatDay, formatMonth } from '@/lib/core/dates'
import { formatMoney, formatPercent } from '@/lib/core/money'
import { formatRate, rateOf } from '@/lib/identity/settings/rates'
import type { RevenueLimit } from '@/lib/money/revenue-limits/limits'
import type { EntityLimits, LimitsView } from '@/lib/money/revenue-limits/views'

const entitiesPath = '/dashboard/settings/entities'

/** How far each legal entity is from the limits of its regime. */
export function LimitsScreen({ view: { entities, canEdit } }: { view: LimitsView }) {
  const t = useTranslations('limits')
  if (entities.length === 0) return <EmptyState kind="none" title={t('none')} className="py-16" />
  return (
    <>
      <h2 className="text-lg font-title">{t('title')}</h2>
      <p className="mb-4 max-w-prose text-[13px] text-ink-2">{t('text')}</p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {entities.map((entity) => (
          <EntityCard key={entity.id} entity={entity} canEdit={canEdit} />
        ))}
      </div>
    </>
  )
}

type EntityCardProps = { entity: EntityLimits; canEdit: boolean }

function EntityCard({ entity, canEdit }: EntityCardProps) {
  const t = useTranslations('limits')
  const { name, regime, mei, simples, openedOn } = entity
  return (
    <Card>
      <CardHeader title={name} actions={regime && <Badge>{t(`regimes.${regime}`)}</Badge>} />
      <div className="mt-3 grid gap-4">
        {regime === null && (
          <>
            <p className="text-[13px] text-ink-2">{t('noRegimeText', { name })}</p>
            {canEdit && (
              <ButtonLink href={entitiesPath} className="w-fit">
                {t('setRegime')}
              </ButtonLink>
            )}
          </>
        )}
        {mei && <Meter name={name} revenueLimit={mei} canEdit={canEdit} />}
        {simples && <Simples entity={entity} canEdit={canEdit} />}
        {regime && !mei && !simples && (
          <p className="text-[13px] text-ink-2">{t('otherRegime', { regime: t(`regimes.${regime}`) })}</p>
        )}
        {(mei || simples) && openedOn === null && <p className="text-xs text-ink-3">{t('openedUnknown')}</p>}
        {(mei || simples) && <Overlaps entity={entity} canEdit={canEdit} />}
        {(mei || simples) && <MonthList entity={entity} />}
      </div>
    </Card>
  )
}

type MeterProps = { name: string; revenueLimit: RevenueLimit; canEdit: boolean }

function Meter({ name, revenueLimit, canEdit }: MeterProps) {
  const t = useTranslations('limits')
  const language = useLocale()
  const { kind, limitCents, yearCents, yearMonths, unknown, share, months, crossesOn, paceCents, lastKnownYear } =
    revenueLimit
  const percent = formatPercent(Number(share) / 1_000, language)
  const isOver = yearCents > limitCents
  const isNear = isOver || crossesOn !== null
  return (
    <section className="tabular-nums">
      <h3 className="text-[13px] text-ink-2">{t('year')}</h3>
      <p className="text-xl font-title">
        {t('ofLimit', { amount: formatMoney(yearCents, language), limit: formatMoney(limitCents, language) })}
      </p>
      <div
        role="meter"
        aria-label={t('meter', { name, share: percent, kind: t(kind) })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Number(share) / 10)}
        aria-valuetext={percent}
        className="my-2 h-3 overflow-hidden rounded-full bg-sunken"
      >
        <span
          className={classNames('block h-full rounded-full', isOver ? 'bg-bad' : isNear ? 'bg-warn' : 'bg-good')}
          style={{ width: `${Math.min(100, Number(share) / 10)}%` }}
        />
      </div>
      <p className="text-[13px]">{t('share', { share: percent })}</p>
      <p className={classNames('text-[13px]', isNear ? 'font-medium text-warn' : 'text-ink-2')}>
        {crossing(t, { isOver, crossesOn, language })}
      </p>
      <p className="text-[13px] text-ink-2">{t('pace', { amount: formatMoney(paceCents, language) })}</p>
      {lastKnownYear !== null && (
        <p className="text-[13px] text-warn">{t('lastKnown', { year: String(lastKnownYear) })}</p>
      )}
      {months !== null && <p className="text-xs text-ink-3">{t('proportional', { months })}</p>}
      {unknown.length > 0 && (
        <p className="mt-1 text-[13px] text-warn">
          {t('known', {
            known: yearMonths - unknown.length,
            count: yearMonths,
            months: unknown.map((month) => formatMonth(month, language)).join(', '),
          })}{' '}
          {canEdit && (
            <ButtonLink href={entitiesPath} size="sm">
              {t('fill')}
            </ButtonLink>
          )}
        </p>
      )}
    </section>
  )
}

type Crossing = { isOver: boolean; crossesOn: string | null; language: 'pt' | 'en' }

function crossing(t: ReturnType<typeof useTranslations<'limits'>>, { isOver, crossesOn, language }: Crossing): string {
  if (isOver) return t('crossed')
  return crossesOn ? t('crosses', { day: formatDay(crossesOn, language) }) : t('notCrossed')
}

function Simples({ entity: { name, simples }, canEdit }: EntityCardProps) {
  const t = useTranslations('limits')
  const language = useLocale()
  if (!simples) return null
  const { rbt12, band, next, rate, year } = simples
  const money = (cents: bigint) => formatMoney(cents, language)
  return (
    <>
      <section className="tabular-nums">
        <h3 className="flex items-center gap-1.5 text-[13px] text-ink-2">
          {t('rbt12')}
          <Definition label={t('rbt12')}>{t('rbt12How')}</Definition>
        </h3>
        <p className="text-xl font-title">{money(rbt12.cents)}</p>
        {rbt12.isProportional && (
          <p className="text-xs text-ink-3">{t('rbt12Proportional', { months: rbt12.months })}</p>
        )}
        {band ? (
          <dl className="mt-2 grid gap-1 text-[13px]">
            <div className="flex justify-between gap-4">
              <dt>{t('effective')}</dt>
              <dd className="font-semibold">{`${formatRate(rateOf(band.effective), language)} · ${t('band', { number: band.number })}`}</dd>
            </div>
          </dl>
        ) : (
          <p className="mt-2 text-[13px] font-medium text-bad">{t('above', { limit: money(year.yearLimitCents) })}</p>
        )}
        {band && (
          <p className="text-[13px] text-ink-2">
            {next
              ? t('next', { number: next.number, from: money(next.fromCents), missing: money(next.missingCents) })
              : t('noNext')}
          </p>
        )}
        {rate && <p className="text-[13px] text-ink-2">{t('used', { rate: formatRate(rate, language) })}</p>}
        {rbt12.unknown.length > 0 && (
          <p className="mt-1 text-[13px] text-warn">
            {t('unknown', { months: rbt12.unknown.map((month) => formatMonth(month, language)).join(', ') })}{' '}
            {canEdit && (
              <ButtonLink href={entitiesPath} size="sm">
                {t('fill')}
              </ButtonLink>
            )}
          </p>
        )}
      </section>
      <Meter name={name} revenueLimit={year} canEdit={canEdit && rbt12.unknown.length === 0} />
    </>
  )
}

function Overlaps({ entity: { overlaps }, canEdit }: EntityCardProps) {
  const t = useTranslations('limits')
  const language = useLocale()
  if (overlaps.length === 0) return null
  return (
    <div className="text-[13px] text-warn">
      {overlaps.map(({ month, typedCents, soldCents }) => (
        <p key={month}>
          {t('overlap', {
            month: formatMonth(month, language),
            typed: formatMoney(typedCents, language),
            sold: formatMoney(soldCents, language),
          })}
        </p>
      ))}
      {canEdit && (
        <ButtonLink href={entitiesPath} size="sm">
          {t('fill')}
        </ButtonLink>
      )}
    </div>
  )
}

function MonthList({ entity: { name, months } }: { entity: EntityLimits }) {
  const t = useTranslations('limits')
  const language = useLocale()
  return (
    <details>
      <summary className="w-fit cursor-pointer text-[13px] font-medium text-accent-text">{t('byMonth')}</summary>
      <table className="mt-2 w-full max-w-sm text-[13px] tabular-nums">
        <caption className="sr-only">{`${name}: ${t('byMonth')}`}</caption>
        <thead>
          <tr className="text-xs text-ink-3">
            <th scope="col" className="py-1 text-left font-medium">
              {t('month')}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {t('revenue')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {months.toReversed().map(({ month, cents }) => (
            <tr key={month}>
              <th scope="row" className="py-1 text-left font-normal">
                {formatMonth(month, language)}
              </th>
              <td className="py-1 text-right">
                {cents === null ? (
                  <span aria-hidden className="text-ink-3">
                    {'—'}
                  </span>
                ) : (
                  formatMoney(cents, language)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
