'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Definition } from '@/components/ui/definition'
import { PlatformPicture } from '@/components/ui/platform-picture'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { MappingLine, MappingView, Suggestions } from '@/lib/catalog/mapping/views'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { MapActions } from './map-actions'
import { WholeTitle } from './whole-title'
import { wishState } from './wish-state'

type Props = {
  rows: MappingLine[]
  suggestions: Promise<Suggestions>
  isOpen: boolean
  showsStake: boolean
  rights: MappingView['rights']
  today: string
  timeZone: string
}

/** A client component, so that each row crosses to the browser once: its actions need nearly all of it. */
export function ListingTable({ rows, isOpen, showsStake, ...shared }: Props) {
  const t = useTranslations('mapping')
  return (
    <>
      <Table label={t('title')} className="border-t border-line">
        <Thead>
          <Th className="md:min-w-56">{t('columns.listing')}</Th>
          <Th numeric>{t('columns.there')}</Th>
          {showsStake && (
            <Th numeric>
              <span className="inline-flex items-center gap-1.5">
                {t('columns.stake')}
                <Definition label={t('stakeHow')}>{t('stakeFormula')}</Definition>
              </span>
            </Th>
          )}
          <Th className="md:min-w-80">
            <span className="inline-flex items-center gap-1.5">
              {t('columns.product')}
              {isOpen && <Definition label={t('oneClickLabel')}>{t('oneClickHow')}</Definition>}
            </span>
          </Th>
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Tr key={row.id}>
              <Td className="@xl:h-14 @xl:w-5/12 @xl:max-w-0 @xl:py-1!">
                <span className="flex min-w-0 items-center gap-3">
                  <PlatformPicture src={row.imageUrl} className="size-10" />
                  <Listing row={row} />
                </span>
              </Td>
              <Td numeric label={t('columns.there')} className="@xl:py-1!">
                <There row={row} />
              </Td>
              {showsStake && (
                <Td numeric label={t('columns.stake')} className="@xl:py-1!">
                  <Stake row={row} />
                </Td>
              )}
              <Td className="@xl:w-7/12 @xl:max-w-0 @xl:py-1!">
                <MapActions key={`${row.productId} ${row.productQuantity}`} row={row} {...shared} />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {isOpen && <p className="border-t border-line px-4 py-2 text-[13px] text-ink-2 md:hidden">{t('oneClickHow')}</p>}
    </>
  )
}

function Listing({ row }: { row: MappingLine }) {
  const t = useTranslations('mapping')
  const blocked = row.status === 'BANNED'
  const unlisted = row.status === 'UNLIST' || row.status === 'MODEL_UNAVAILABLE' || row.status === 'REVIEWING'
  const badges = (
    <>
      {row.gone && <Badge className="@xl:py-0!">{t('states.gone')}</Badge>}
      {!row.gone && blocked && (
        <Badge tone="bad" className="@xl:py-0!">
          {t('states.blocked')}
        </Badge>
      )}
      {!row.gone && unlisted && <Badge className="@xl:py-0!">{t('states.unlisted')}</Badge>}
      {row.fulfilledByPlatform && <Badge className="@xl:py-0!">{t('full')}</Badge>}
    </>
  )
  return (
    <WholeTitle title={row.title} className="font-semibold" badges={badges}>
      {row.variation && <span className="text-ink-2">{`${row.variation} · `}</span>}
      {[row.sku ?? t('noSku'), row.shopName, row.gtin && t('gtin', { code: row.gtin })].filter(Boolean).join(' · ')}
    </WholeTitle>
  )
}

function There({ row }: { row: MappingLine }) {
  const t = useTranslations('mapping')
  const language = useLocale()
  return (
    <>
      <span className="block">{row.priceCents === null ? t('unknown') : formatMoney(row.priceCents, language)}</span>
      {row.hasPromotion && row.originalCents !== null && row.originalCents !== row.priceCents && (
        <span className="block text-[13px] text-ink-3">
          {t('price.before', { amount: formatMoney(row.originalCents, language) })}
        </span>
      )}
      {row.wishCents !== null && (
        <span className={`block text-[13px] ${wishState(row) === 'onItsWay' ? 'text-ink-2' : 'text-bad'}`}>
          {t(`price.${wishState(row)}`, { amount: formatMoney(row.wishCents, language) })}
        </span>
      )}
      <span className="block text-[13px] text-ink-3">
        {row.platformStock === null ? t('stockUnknown') : t('units', { count: row.platformStock })}
      </span>
    </>
  )
}

function Stake({ row }: { row: MappingLine }) {
  const t = useTranslations('mapping')
  const language = useLocale()
  if (row.productId) return <span className="text-ink-3">{t('mappedNothing')}</span>
  return row.stakeCents !== null && row.stakeCents > 0n ? (
    <span className="font-semibold">{formatMoney(row.stakeCents, language)}</span>
  ) : (
    <span className="text-ink-3">{formatNumber(0, language)}</span>
  )
}
