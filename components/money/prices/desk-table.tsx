'use client'

import { useLocale, useTranslations } from 'next-intl'
import { ListingCell } from '@/components/money/fees/listing-cell'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber, formatPercent, type Cents } from '@/lib/core/money'
import type { DeskRow } from '@/lib/money/prices/desk-views'
import { monthOf, type Quote } from '@/lib/money/prices/quote'
import { PickAllPrices, PricePick } from './desk-picks'

const explained = ['fee', 'cost', 'tax', 'ads', 'profit', 'sold'] as const

/** Many columns of figures stand beside the listing only where long headings may take two lines. */
const wraps = 'whitespace-normal! px-2!'
const tight = 'px-2!'

type DeskTableProps = {
  rows: readonly DeskRow[]
  shops: readonly { id: string; name: string }[]
  isRuled: boolean
  /** Within DeskPicks. */
  canPick: boolean
}

/** Drawn from its rows also in the browser: as drawn elements they would be sent a second time, several times as long. */
export function DeskTable({ rows, shops, isRuled, canPick }: DeskTableProps) {
  const t = useTranslations('priceDesk')
  return (
    <Table label={t('title')}>
      <Thead>
        {canPick && (
          <Th narrow>
            <PickAllPrices shown="column" />
          </Th>
        )}
        <Th>{t('listing')}</Th>
        <Th numeric className={wraps}>
          {t('price')}
        </Th>
        {explained.map((column) => (
          <Th key={column} numeric className={wraps}>
            <span className="inline-flex items-center gap-1">
              {t(column)}
              <Definition label={t('how', { column: t(column) })}>{t(`hows.${column}`)}</Definition>
            </span>
          </Th>
        ))}
        {isRuled && (
          <Th numeric className={wraps}>
            {t('next')}
          </Th>
        )}
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <DeskLine
            key={row.id}
            row={row}
            shop={shops.length > 1 ? (shops.find(({ id }) => id === row.shopId)?.name ?? null) : null}
            isRuled={isRuled}
            canPick={canPick}
          />
        ))}
      </Tbody>
    </Table>
  )
}

type LineProps = { row: DeskRow; shop: string | null; isRuled: boolean; canPick: boolean }

function DeskLine({ row, shop, isRuled, canPick }: LineProps) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  const { now, units, sharers } = row
  const known = now.profitCents
  return (
    <Tr>
      {canPick && (
        <Td narrow>
          <RowControl>
            <PricePick id={row.id} name={[row.title, row.variation].filter(Boolean).join(' · ')} />
          </RowControl>
        </Td>
      )}
      <Td
        className={classNames('@max-xl:col-span-2!', isRuled ? '@xl:w-full @xl:max-w-0 @xl:min-w-44' : '@xl:min-w-52')}
      >
        <ListingCell row={row} shop={shop} />
        <LowerNote row={row} />
      </Td>
      <Td numeric label={t('price')} className={classNames(tight, 'font-medium')}>
        {formatMoney(now.priceCents, language)}
      </Td>
      <Td numeric label={t('fee')} className={tight}>
        {formatMoney(now.feeCents, language)}
      </Td>
      <Td numeric label={t('cost')} className={tight}>
        <Amount cents={now.costCents} missing={t('missingCost')} />
      </Td>
      <Td numeric label={t('tax')} className={tight}>
        <Amount cents={now.taxCents} missing={t('missingTax')} />
      </Td>
      <Td numeric label={t('ads')} className={tight}>
        <Amount cents={now.adsCents} missing={t('missingAds')} />
      </Td>
      <Td numeric label={t('profit')} className={tight}>
        <Left quote={now} />
        {row.today && (
          <span className="block text-xs text-ink-3">
            {t('todayIs', {
              amount: row.today.profitCents === null ? t('unknown') : formatMoney(row.today.profitCents, language),
            })}
          </span>
        )}
      </Td>
      <Td numeric label={t('sold')} className={tight}>
        <span className="inline-flex flex-col items-end">
          {formatNumber(units, language)}
          {known !== null && units > 0n && (
            <span className={classNames('text-xs', known < 0n ? 'text-bad' : 'text-ink-3')}>
              {formatMoney(monthOf(known, row), language)}
            </span>
          )}
          {sharers > 1n && <span className="text-xs text-ink-3">{t('shared', { count: Number(sharers) })}</span>}
        </span>
      </Td>
      {isRuled && (
        <Td numeric label={t('next')} className={tight}>
          <Next row={row} />
        </Td>
      )}
    </Tr>
  )
}

/** In the fees' dead zone or beyond it: the lower price that leaves more, and the one that leaves as much again. */
function LowerNote({ row: { lower } }: { row: DeskRow }) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  if (!lower) return null
  const money = (cents: Cents) => formatMoney(cents, language)
  const values = { price: money(lower.priceCents), gain: money(lower.gainCents) }
  return (
    <p className="mt-1.5 rounded-md bg-warn-soft px-2 py-1 text-xs text-warn">
      {lower.againCents === null ? t('lower', values) : t('lowerAgain', { ...values, again: money(lower.againCents) })}
    </p>
  )
}

/** An unknown amount is named, never shown as zero. */
function Amount({ cents, missing }: { cents: Cents | null; missing: string }) {
  const language = useLocale()
  if (cents === null) return <span className="text-xs whitespace-nowrap text-warn">{missing}</span>
  return formatMoney(cents, language)
}

function Left({ quote: { profitCents, margin, adsCents } }: { quote: Quote }) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  if (profitCents === null || margin === null) return <span className="text-xs text-warn">{t('unknown')}</span>
  return (
    <span className={classNames('inline-flex flex-col items-end', profitCents < 0n && 'text-bad')}>
      <span className="font-semibold">{formatMoney(profitCents, language)}</span>
      <span className="text-xs">{formatPercent(Number(margin) / 1_000_000, language)}</span>
      {adsCents === null && <span className="text-xs text-warn">{t('beforeAds')}</span>}
    </span>
  )
}

function Next({ row: { next, kept } }: { row: DeskRow }) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  return (
    <span className="inline-flex flex-col items-end">
      {next && (
        <>
          <span
            className={classNames(
              'font-semibold',
              kept && (kept === 'lock' || kept === 'lockUnknown' ? 'text-ink-3 line-through' : 'text-ink-3'),
            )}
          >
            {formatMoney(next.priceCents, language)}
          </span>
          {next.profitCents !== null && next.margin !== null && (
            <span className={classNames('text-xs', next.profitCents < 0n && 'text-bad')}>
              {`${formatMoney(next.profitCents, language)} · ${formatPercent(Number(next.margin) / 1_000_000, language)}`}
            </span>
          )}
        </>
      )}
      {kept && (
        <span
          className={classNames(
            'max-w-36 text-right text-xs whitespace-normal',
            kept === 'same' ? 'text-ink-3' : 'text-warn',
          )}
        >
          {t(`kept.${kept}`)}
        </span>
      )}
    </span>
  )
}
