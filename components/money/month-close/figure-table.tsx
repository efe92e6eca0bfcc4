import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Fragment } from 'react'
import { useGapText } from '@/components/money/ads/gap-text'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMonth } from '@/lib/core/dates'
import {
  coverageLines,
  isPart,
  mayBeUnknown,
  moneyLines,
  profitBeforeAdsOf,
  statementLines,
  subtract,
  sumLines,
  type FigureLine,
} from '@/lib/money/month-close/figures'
import { lineHref, type BookedEntity } from '@/lib/money/month-close/line-href'
import type { MonthDetail } from '@/lib/money/month-close/views'
import { useFigureName } from './figure-name'
import { Cents } from './month-table'

const groups = { statement: statementLines, coverage: coverageLines, money: moneyLines } as const
/** Lines that are empty in a month are left out, except these. */
const always: readonly FigureLine[] = [
  ...sumLines,
  'gross',
  'cancelled',
  'cost',
  'fees',
  'payoutCash',
  'payoutCompetence',
]

export function FigureTable({ opened, entity }: { opened: MonthDetail; entity: BookedEntity }) {
  const t = useTranslations('monthClose.detail')
  const language = useLocale()
  const { frozen, live } = opened
  const isMissing = (line: FigureLine) => mayBeUnknown.has(line) && live[line] === undefined
  const isShown = (line: FigureLine) =>
    always.includes(line) || isMissing(line) || Boolean(frozen?.[line]) || Boolean(live[line])
  const title = `${t('figures')} · ${formatMonth(opened.month, language)}`
  return (
    <Card flush>
      <CardHeader title={title} description={t('figuresHint')} className="p-4" />
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <div key={group} className="border-t border-line">
          <h3 className="px-4 pt-3 pb-1 text-[13px] font-semibold text-ink-2">{t(`groups.${group}`)}</h3>
          <Table label={t(`groups.${group}`)} sticky={false}>
            <Thead>
              <Th>{t('line')}</Th>
              {frozen && <Th numeric>{t('frozen')}</Th>}
              <Th numeric>{t('live')}</Th>
              {frozen && <Th numeric>{t('difference')}</Th>}
            </Thead>
            <Tbody>
              {groups[group].filter(isShown).map((line) => (
                <Fragment key={line}>
                  {line === 'profit' && <BeforeAdsRow opened={opened} />}
                  <FigureRow line={line} opened={opened} entity={entity} />
                </Fragment>
              ))}
            </Tbody>
          </Table>
        </div>
      ))}
    </Card>
  )
}

/** Where nothing is known of the month's ads: what is left before them, worked out from the lines above. */
function BeforeAdsRow({ opened: { frozen, live, adsGaps } }: { opened: MonthDetail }) {
  const t = useTranslations('monthClose.detail')
  const result = useTranslations('result')
  const textOf = useGapText()
  const [then, now] = [frozen && profitBeforeAdsOf(frozen), profitBeforeAdsOf(live)]
  if (then === null && now === null) return null
  return (
    <Tr className="bg-sunken/50">
      <Td primary>
        <span className="inline-flex items-center gap-1">
          {result('lines.profitBeforeAds')}
          <Definition label={result('how', { line: result('lines.profitBeforeAds') })}>
            {result('definitions.profitBeforeAds')}
          </Definition>
        </span>
        {adsGaps.length > 0 && (
          <span className="block text-xs font-normal wrap-anywhere text-ink-3">
            {`${result('gap.title')}: ${adsGaps.map(textOf).join('; ')}`}
          </span>
        )}
      </Td>
      {frozen && (
        <Td numeric label={t('frozen')} className="font-semibold">
          <Cents cents={then ?? undefined} />
        </Td>
      )}
      <Td numeric label={t('live')} className="font-semibold">
        <Cents cents={now ?? undefined} />
      </Td>
      {frozen && (
        <Td numeric label={t('difference')}>
          <Cents cents={then !== null && now !== null && then !== now ? now - then : undefined} />
        </Td>
      )}
    </Tr>
  )
}

function FigureRow({ line, opened, entity }: { line: FigureLine; opened: MonthDetail; entity: BookedEntity }) {
  const t = useTranslations('monthClose.detail')
  const name = useFigureName()(line)
  const { frozen, live, month } = opened
  const href = live[line] ? lineHref(line, month, entity) : null
  const isSum = sumLines.includes(line)
  const change = frozen && subtract(live, frozen)[line]
  return (
    <Tr className={isSum ? 'bg-sunken/50' : undefined}>
      <Td primary className={classNames(!isSum && 'font-normal!', isPart(line) && 'pl-8!')}>
        {name}
      </Td>
      {frozen && (
        <Td numeric label={t('frozen')} className={isSum ? 'font-semibold' : undefined}>
          <Cents cents={frozen[line]} />
        </Td>
      )}
      <Td numeric label={t('live')} className={isSum ? 'font-semibold' : undefined}>
        {href ? (
          <Link href={href} className="text-inherit no-underline hover:underline">
            <Cents cents={live[line]} />
          </Link>
        ) : (
          <Cents cents={live[line]} />
        )}
      </Td>
      {frozen && (
        <Td numeric label={t('difference')}>
          <Cents cents={change ?? undefined} />
        </Td>
      )}
    </Tr>
  )
}
