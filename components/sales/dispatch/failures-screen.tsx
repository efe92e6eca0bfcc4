import { CheckCircleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { ButtonLink } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterSelect } from '@/components/ui/filter-select'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useMessage } from '@/components/ui/use-message'
import { formatDateTime } from '@/lib/core/dates'
import type { Failures, OversoldRow, ListingUpdateFailure, SyncFailureRow } from '@/lib/sales/dispatch/failures'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { dismissFailureAction } from '@/lib/connect/sync/actions'
import { isNote, notes, readings, sendings } from '@/lib/connect/sync/schema'
import { RetryFailure, RetryListingUpdate } from './retry-failure'

type FailuresScreenProps = { failures: Failures; timeZone: string }

export function FailuresScreen({ failures, timeZone }: FailuresScreenProps) {
  const t = useTranslations('dispatch.failures')
  const { shop, shops, sync, listingUpdates, oversold, canRetry, canUpdateListings } = failures
  const filter = (shops.length > 1 || shop) && (
    <div>
      <FilterSelect
        param="shop"
        label={t('shop')}
        allLabel={t('anyShop')}
        options={shops.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  )
  if (sync.length + listingUpdates.length + oversold.length === 0)
    return (
      <div className="grid min-w-0 gap-4">
        {filter}
        <Card>
          <EmptyState
            kind="first"
            icon={<CheckCircleIcon />}
            title={t(shop ? 'noneOfShop' : 'none')}
            text={t('noneText')}
            action={shop && <ButtonLink href="?">{t('anyShop')}</ButtonLink>}
          />
        </Card>
      </div>
    )
  return (
    <div className="grid min-w-0 gap-4">
      {filter}
      {oversold.length > 0 && <Oversold rows={oversold} />}
      {listingUpdates.length > 0 && (
        <FailedListingUpdates rows={listingUpdates} canUpdateListings={canUpdateListings} />
      )}
      {sync.length > 0 && <SyncFailures rows={sync} canRetry={canRetry} timeZone={timeZone} />}
    </div>
  )
}

function Oversold({ rows }: { rows: OversoldRow[] }) {
  const t = useTranslations('dispatch.failures')
  const language = useLocale()
  return (
    <Card flush>
      <CardHeader title={t('oversoldTitle')} description={t('oversoldText')} className="px-4 py-4" />
      <Table label={t('oversoldTitle')} className="border-t border-line">
        <Thead>
          <Th>{t('product')}</Th>
          <Th numeric>{t('short')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ productId, sku, title, short }) => (
            <Tr key={productId}>
              <Td primary className="max-md:col-start-1!">
                <Link href={`/dashboard/products/${productId}`}>{title}</Link>
                <span className="block text-[13px] font-normal text-ink-3">{sku}</span>
              </Td>
              <Td numeric label={t('short')} className="font-semibold text-bad">
                {formatNumber(short, language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function FailedListingUpdates({
  rows,
  canUpdateListings,
}: {
  rows: ListingUpdateFailure[]
  canUpdateListings: boolean
}) {
  const t = useTranslations('dispatch.failures')
  const language = useLocale()
  return (
    <Card flush>
      <CardHeader title={t('pushTitle')} className="px-4 py-4" />
      <Table label={t('pushTitle')} className="border-t border-line">
        <Thead>
          <Th>{t('product')}</Th>
          <Th numeric>{t('value')}</Th>
          <Th>{t('what')}</Th>
          {canUpdateListings && <Th narrow>{t('retry')}</Th>}
        </Thead>
        <Tbody>
          {rows.map(
            ({
              listingId,
              kind,
              title,
              variation,
              sku,
              shopName,
              wanted,
              errorCode,
              platformText,
              isDead,
              attempts,
            }) => (
              <Tr key={`${listingId}:${kind}`}>
                <Td primary className="max-md:col-start-1!">
                  {title}
                  <span className="block text-[13px] font-normal text-ink-3">
                    {[variation, sku, shopName].filter(Boolean).join(' · ')}
                  </span>
                </Td>
                <Td numeric label={t(kind)}>
                  {kind === 'price' ? formatMoney(wanted, language) : formatNumber(wanted, language)}
                </Td>
                <Td>
                  <Reason code={errorCode} text={platformText} />
                  <Again isDead={isDead} attempts={attempts} />
                </Td>
                {canUpdateListings && (
                  <Td>
                    <RetryListingUpdate listingId={listingId} kind={kind} />
                  </Td>
                )}
              </Tr>
            ),
          )}
        </Tbody>
      </Table>
    </Card>
  )
}

type SyncFailuresProps = { rows: SyncFailureRow[]; canRetry: boolean; timeZone: string }

const operations = [...readings, ...sendings, ...notes]

function SyncFailures({ rows, canRetry, timeZone }: SyncFailuresProps) {
  const t = useTranslations('dispatch.failures')
  const language = useLocale()
  const nameOf = (operation: string) => {
    const known = operations.find((one) => one === operation)
    return known ? t(`operations.${known}`) : operation
  }
  return (
    <Card flush>
      <CardHeader title={t('syncTitle')} className="px-4 py-4" />
      <Table label={t('syncTitle')} className="border-t border-line">
        <Thead>
          <Th>{t('subject')}</Th>
          <Th>{t('what')}</Th>
          <Th>{t('when')}</Th>
          {canRetry && <Th narrow>{t('retry')}</Th>}
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Tr key={row.id}>
              <Td primary className="max-md:col-start-1!">
                {`${nameOf(row.operation)} ${row.subject}`}
                <span className="block text-[13px] font-normal text-ink-3">{row.shopName}</span>
              </Td>
              <Td>
                <Reason code={row.errorCode} text={row.platformText} />
              </Td>
              <Td label={t('when')}>
                <span className="block whitespace-nowrap tabular-nums">
                  {formatDateTime(row.lastAt, language, timeZone)}
                </span>
                <Again isDead={row.isDead} attempts={row.attempts} />
              </Td>
              {canRetry && (
                <Td>
                  <span className="flex flex-wrap items-center gap-1">
                    {!isNote(row.operation) && <RetryFailure failureId={row.id} />}
                    {row.isDead && (
                      <DismissFailure failureId={row.id} name={`${nameOf(row.operation)} ${row.subject}`} />
                    )}
                  </span>
                </Td>
              )}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

/** For what nothing tries again any more: it may have been done elsewhere, or be past. */
function DismissFailure({ failureId, name }: { failureId: string; name: string }) {
  const t = useTranslations('dispatch.failures')
  return (
    <RowControl>
      <ConfirmButton
        size="sm"
        variant="ghost"
        action={dismissFailureAction}
        input={{ failureId }}
        label={t('dismiss')}
        aria-label={t('dismissNamed', { name })}
        title={t('dismissTitle', { name })}
        text={t('dismissText')}
        successMessage={t('dismissed')}
      />
    </RowControl>
  )
}

/** Whether it is tried again by itself. */
function Again({ isDead, attempts }: { isDead: boolean; attempts: number }) {
  const t = useTranslations('dispatch.failures')
  return (
    <>
      <Badge tone={isDead ? 'bad' : 'neutral'}>{t(isDead ? 'dead' : 'waiting')}</Badge>
      <span className="block text-[13px] text-ink-3">{t('attempts', { count: attempts })}</span>
    </>
  )
}

/** Our words for the error where there are some; the platform's own beside them. */
function Reason({ code, text }: { code: string | null; text: string | null }) {
  const message = useMessage()
  const t = useTranslations('dispatch')
  const known = code && [`failures.reasons.${code}`, `problems.${code}`].find((key) => t.has(key as never))
  const reason = known ? t(known as never) : code && message(code)
  return (
    <span className="block max-w-96 wrap-anywhere">
      {reason}
      {text && <span className="block text-[13px] text-ink-3">{text}</span>}
    </span>
  )
}
