import {
  CalculatorIcon,
  CheckCircleIcon,
  DocumentCheckIcon,
  ExclamationTriangleIcon,
  PencilSquareIcon,
  QuestionMarkCircleIcon,
} from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useId, type ComponentType, type SVGProps } from 'react'
import { useGapText } from '@/components/money/ads/gap-text'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { NoData } from '@/components/ui/no-data'
import { formatDay, formatDayShort, type DayRange } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { resultHref } from '@/lib/money/profit/rows-href'
import { unpricedHref } from '@/lib/sales/orders/filters'
import { figureHref } from '@/lib/money/profit/tile-href'
import type { FigureStatus, TileFigure } from '@/lib/money/profit/tile-figures'
import type { ProfitTile, ProfitTiles as Tiles } from '@/lib/money/profit/tiles'
import { tileColumns } from './metric-columns'

/** Today, yesterday and this month: what is left, and the figures that it is made of, each with how well it is known and its rows. */
export function ProfitTiles({ tiles: { tiles, shop, channel, recosting } }: { tiles: Tiles }) {
  const t = useTranslations('dashboard.tiles')
  return (
    <section aria-label={t('label')} className={tileColumns}>
      {tiles.map((tile) => (
        <TileCard key={tile.key} tile={tile} where={{ shop, channel, entity: null }} isRecosting={recosting !== null} />
      ))}
      {recosting && <KeepFresh everyMs={FOLLOWED_MS} />}
    </section>
  )
}

/** Without a price nothing is known; else it is the cost that is missing. */
const headlineLacks = ({ figures }: ProfitTile) =>
  figures.some(({ key, status }) => key === 'sales' && status === 'unknown') ? 'unknownPrice' : 'unknownCost'

type Where = { shop: string | null; channel: string | null; entity: null }
type TileProps = { tile: ProfitTile; where: Where; isRecosting: boolean }

function TileCard({ tile, where, isRecosting }: TileProps) {
  const t = useTranslations('dashboard.tiles')
  const language = useLocale()
  const id = useId()
  const { key, range, headline, figures } = tile
  const { sum, cents, margin, status } = headline
  const share = margin === null ? null : formatPercent(margin, language)
  const marginText =
    cents === null
      ? t(headlineLacks(tile))
      : share === null
        ? t('noMargin')
        : t(sum === 'profit' ? 'margin' : 'marginBeforeAds', { share })
  return (
    <article
      data-card
      aria-labelledby={id}
      className="relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card max-sm:w-[86%] max-sm:shrink-0 max-sm:snap-start max-sm:p-3.5"
    >
      <h2 id={id} className="flex items-baseline justify-between gap-2 text-[15px] font-title">
        {t(key)}{' '}
        <span className="text-[13px] font-normal text-ink-3 tabular-nums">
          <Days range={range} />
        </span>
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-1.5 text-[13px] text-ink-2">
        {t(`names.${sum}`)}
        <Definition label={t(`names.${sum}`)}>{t(`definitions.${sum}`)}</Definition>
        <Mark status={status} />
      </div>
      <p
        className={classNames(
          'money mt-1 text-[22px] leading-7 font-title tracking-[-0.01em]',
          cents !== null && cents < 0n && 'text-bad',
        )}
      >
        <Link href={resultHref(range, where)} className="text-inherit no-underline hover:underline">
          {cents === null ? <NoData /> : formatMoney(cents, language)}
          <span className="sr-only">{`, ${t(`names.${sum}`)}, ${t(key)}`}</span>
        </Link>
      </p>
      <p className="text-[13px] text-ink-2 tabular-nums">{marginText}</p>
      <ul className="mt-2 border-t border-line pt-1">
        {figures.map((figure) => (
          <FigureRow key={figure.key} figure={figure} range={range} where={where} />
        ))}
      </ul>
      <Lacks tile={tile} where={where} isRecosting={isRecosting} />
    </article>
  )
}

function Days({ range: { from, to } }: { range: DayRange }) {
  const language = useLocale()
  return from === to ? formatDay(from, language) : `${formatDayShort(from, language)} – ${formatDayShort(to, language)}`
}

function FigureRow({ figure, range, where }: { figure: TileFigure; range: DayRange; where: Where }) {
  const t = useTranslations('dashboard.tiles')
  const language = useLocale()
  const { key, value, status } = figure
  return (
    <li>
      <Link
        href={figureHref(figure, range, where)}
        className="-mx-1.5 flex min-h-7 items-center gap-2 rounded-control px-1.5 text-[13px] text-ink no-underline hover:bg-sunken pointer-coarse:min-h-control"
      >
        <span className="min-w-0 flex-1 text-ink-2">
          {t(`names.${key}`)}
          {status && ' '}
          <Mark status={status} />
          <span className="sr-only">, </span>
        </span>
        <span className="money shrink-0 font-medium">
          {value === null ? <NoData /> : key === 'units' ? formatNumber(value, language) : formatMoney(value, language)}
        </span>
      </Link>
    </li>
  )
}

const marks: Record<FigureStatus, ComponentType<SVGProps<SVGSVGElement>>> = {
  settled: CheckCircleIcon,
  charged: DocumentCheckIcon,
  typed: PencilSquareIcon,
  estimated: CalculatorIcon,
  presumed: QuestionMarkCircleIcon,
  partial: ExclamationTriangleIcon,
  unknown: QuestionMarkCircleIcon,
}

/** How well a figure is known, by a mark and a word. */
function Mark({ status }: { status: FigureStatus | null }) {
  const t = useTranslations('dashboard.tiles.standings')
  if (!status) return null
  const Icon = marks[status]
  const lacks = status === 'presumed' || status === 'partial' || status === 'unknown'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-0.5 align-middle text-xs whitespace-nowrap',
        lacks ? 'text-warn' : 'text-ink-3',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(status)}
    </span>
  )
}

const mostShops = 2
const FOLLOWED_MS = 10_000

/** The unknown part of the figures, by amount; ads by shop and days. */
function Lacks({ tile: { lacks, gaps, headline, adsUnsaid, unpriced, range }, where, isRecosting }: TileProps) {
  const t = useTranslations('dashboard.tiles')
  const language = useLocale()
  const textOf = useGapText()
  const money = (cents: bigint) => formatMoney(cents, language)
  const left = gaps.length - mostShops
  const shops = [...gaps.slice(0, mostShops).map(textOf), ...(left > 0 ? [t('more', { count: left })] : [])].join('; ')
  const texts = [
    lacks.cost > 0n && t(headline.cents === null ? 'lacks.costAll' : 'lacks.cost', { value: money(lacks.cost) }),
    lacks.cost > 0n && isRecosting && t('lacks.recosting'),
    gaps.length > 0 && t('lacks.ads', { shops }),
    adsUnsaid > 0 && t('lacks.adsUnsaid', { count: adsUnsaid }),
    lacks.fees > 0n && t('lacks.fees', { value: money(lacks.fees) }),
    lacks.tax > 0n && t('lacks.tax', { value: money(lacks.tax) }),
  ].filter((text) => text !== false)
  if (texts.length === 0 && unpriced === 0n) return null
  return (
    <ul className="mt-1.5 grid gap-1 border-t border-line pt-2 text-xs text-ink-3">
      {unpriced > 0n && (
        <li className="wrap-anywhere">
          <Link href={unpricedHref(range, where)} className="text-accent-text">
            {t('lacks.price', { count: Number(unpriced) })}
          </Link>
        </li>
      )}
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  )
}
