import { ChevronRightIcon, ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useGapText } from '@/components/money/ads/gap-text'
import { FreshFigures } from '@/components/shell/fresh-figures'
import { entryIcons } from '@/components/shell/sidebar-icons'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { Delta } from '@/components/ui/metric-card'
import { NoData } from '@/components/ui/no-data'
import { PageHeader } from '@/components/ui/page-header'
import type { NamedGap } from '@/lib/money/ads/coverage'
import type { HubArea, HubFigure, HubView } from '@/lib/insight/hub/views'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'

/** The company's home: where to go, and what waits there. */
export function HubScreen({ view }: { view: HubView }) {
  const t = useTranslations('hub')
  return (
    <>
      <FreshFigures of={['orders', 'returns', 'parcels']} />
      <PageHeader title={t('title')} description={t('description')} />
      <ul className="grid gap-3 sm:grid-cols-2 lg:gap-4 xl:grid-cols-3">
        {view.areas.map((area) => (
          <AreaCard key={area.key} area={area} view={view} />
        ))}
      </ul>
    </>
  )
}

function AreaCard({ area, view }: { area: HubArea; view: HubView }) {
  const t = useTranslations('hub')
  const pages = useTranslations('shell.pages')
  const { key, href, figure, rowsHref } = area
  const Icon = entryIcons[key]
  const value = useFigure(figure)
  const name = figure?.beforeAds ? t('figures.companyPanelBeforeAds') : t(`figures.${key}`)
  return (
    <li
      data-card
      className="relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card transition-colors hover:border-edge"
    >
      <div className="flex items-center gap-2.5">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text"
        >
          <Icon className="size-[18px]" />
        </span>
        <h2 className="min-w-0 text-[15px] font-title">
          <Link
            href={href}
            className="text-inherit no-underline after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
          >
            {pages(key)}
          </Link>
        </h2>
        <ChevronRightIcon aria-hidden className="ml-auto size-4 shrink-0 text-ink-3" />
      </div>
      {figure ? (
        <>
          <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1">
            <span
              className={classNames(
                'money text-[22px] leading-7 font-title tracking-[-0.01em]',
                figure.value !== null && figure.value < 0n && 'text-bad',
              )}
            >
              {rowsHref && value !== null ? (
                <Link href={rowsHref} className="relative z-1 text-inherit no-underline hover:underline">
                  {value}
                  <span className="sr-only">{`, ${name}`}</span>
                </Link>
              ) : (
                (value ?? <NoData />)
              )}
            </span>
            <FigureChange figure={figure} />
          </p>
          <div className="mt-1 flex items-center gap-1.5 text-[13px] text-ink-2">
            {name}
            <Definition label={t('how', { label: name })}>{t(`definitions.${key}`)}</Definition>
          </div>
          {Boolean(figure.unpriced) && <Unpriced count={figure.unpriced!} />}
          {figure.adsGaps && <AdsGaps gaps={figure.adsGaps} />}
          {Boolean(figure.adsUnsaid) && <AdsUnsaid count={figure.adsUnsaid!} />}
        </>
      ) : (
        <p className="mt-3 text-[13px] text-ink-2">{t(`about.${key}`)}</p>
      )}
      <AreaWaits area={area} view={view} />
    </li>
  )
}

function Unpriced({ count }: { count: bigint }) {
  const t = useTranslations('dashboard.tiles.lacks')
  return (
    <p className="mt-1 flex gap-1.5 text-xs text-ink-3">
      <ExclamationTriangleIcon aria-hidden className="size-4 shrink-0 text-warn" />
      <span className="min-w-0 wrap-anywhere">{t('price', { count: Number(count) })}</span>
    </p>
  )
}

function AdsUnsaid({ count }: { count: number }) {
  const t = useTranslations('dashboard.tiles.lacks')
  return (
    <p className="mt-1 flex gap-1.5 text-xs text-ink-3">
      <ExclamationTriangleIcon aria-hidden className="size-4 shrink-0 text-warn" />
      <span className="min-w-0 wrap-anywhere">{t('adsUnsaid', { count })}</span>
    </p>
  )
}

function AdsGaps({ gaps }: { gaps: NamedGap[] }) {
  const t = useTranslations('result.gap')
  const textOf = useGapText()
  return (
    <p className="mt-1 flex gap-1.5 text-xs text-ink-3">
      <ExclamationTriangleIcon aria-hidden className="size-4 shrink-0 text-warn" />
      <span className="min-w-0 wrap-anywhere">{`${t('title')}: ${gaps.map(textOf).join('; ')}`}</span>
    </p>
  )
}

function useFigure(figure: HubFigure | null): string | null {
  const t = useTranslations('hub')
  const language = useLocale()
  if (!figure || figure.value === null) return null
  if (figure.unit === 'money') return formatMoney(figure.value, language)
  const value = formatNumber(figure.value, language)
  return figure.of === undefined ? value : t('of', { value, whole: formatNumber(figure.of, language) })
}

function FigureChange({ figure: { change } }: { figure: HubFigure }) {
  const language = useLocale()
  if (!change) return null
  const tone = change.direction === 'up' ? 'good' : change.direction === 'down' ? 'bad' : 'neutral'
  return <Delta text={formatPercent(Math.abs(change.value), language)} direction={change.direction} tone={tone} />
}

/** Keys that only the hub shows; the rest has the dashboard's words. */
const ownWaits = ['cases', 'lateToShip', 'toShipToday', 'urgent', 'bench', 'health', 'failures'] as const
const isOwn = (key: string): key is (typeof ownWaits)[number] => ownWaits.some((own) => own === key)

const tones = { bad: 'bg-bad', warn: 'bg-warn' }

function AreaWaits({ area: { waits, rest }, view }: { area: HubArea; view: HubView }) {
  const t = useTranslations('hub')
  const attention = useTranslations('dashboard.attention')
  const language = useLocale()
  if (waits.length === 0)
    return rest ? (
      <div className="mt-auto pt-3">
        <p className="border-t border-line pt-2.5 text-[13px] text-ink-3">{t(rest)}</p>
      </div>
    ) : null
  return (
    <ul className="mt-3 border-t border-line pt-1.5">
      {waits.map(({ key, count, tone, href }) => (
        <li key={key} className="relative z-1 w-fit max-w-full">
          <Link
            href={href}
            className="flex min-h-7 items-center gap-2 text-[13px] text-ink no-underline hover:underline pointer-coarse:min-h-control"
          >
            <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', tones[tone])} />
            <span className="min-w-0">
              {isOwn(key) ? t(`waits.${key}`, { count }) : attention(`${key}.title`, { count })}
              {key === 'expenses' && ` · ${formatMoney(view.overdueCents, language)}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
