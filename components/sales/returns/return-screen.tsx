import { ArrowTopRightOnSquareIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { EvidencePhoto } from '@/components/sales/packing/evidence-photo'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Card, CardHeader } from '@/components/ui/card'
import { PlatformPicture } from '@/components/ui/platform-picture'
import { formatDateTime } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { returnsPath } from '@/lib/sales/returns/schema'
import type { ReturnView } from '@/lib/sales/returns/views'
import { AnswerReturn } from './answer-return'
import { ReceiveReturn } from './receive-return'
import { ReturnReason, ReturnState } from './return-words'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { usePlatformWord } from '@/components/sales/dispatch/use-platform-word'

type ReturnScreenProps = { back: ReturnView; timeZone: string }

export function ReturnScreen({ back, timeZone }: ReturnScreenProps) {
  const t = useTranslations('returns')
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink href={returnsPath} label={t('title')} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Summary back={back} timeZone={timeZone} />
          <ReturnOffers back={back} timeZone={timeZone} />
          {back.state === 'open' && back.kind !== 'failed_delivery' && back.kind !== 'lost' && (
            <AnswerReturn key={`answer-${back.version}`} back={back} />
          )}
          {back.canReceive ? (
            <ReceiveReturn key={`receive-${back.version}`} back={back} />
          ) : (
            <ReturnItems back={back} />
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <Pictures back={back} timeZone={timeZone} />
          <ReturnHistory back={back} timeZone={timeZone} />
        </div>
      </div>
    </div>
  )
}

function Summary({ back, timeZone }: ReturnScreenProps) {
  const t = useTranslations('returns')
  const language = useLocale()
  const dates = [
    [t('offerDue'), back.offers.length > 0 && back.state === 'open' ? back.offerDueAt : null],
    [t('proofDue'), back.proofDueAt],
  ] as const
  const facts = [
    [
      t('order'),
      <Link key="order" href={`/dashboard/orders/${back.orderId}`} className="tabular-nums">
        {back.orderCode}
      </Link>,
    ],
    [t('shop'), back.shopName],
    [t('number'), back.number === back.orderCode ? t('noNumber') : back.number],
    [t('reason'), <ReturnReason key="reason" reason={back.reason} />],
    [t('refund'), back.refundCents === null ? t('refundUnknown') : formatMoney(back.refundCents, language)],
    [t('deadline'), back.dueAt ? formatDateTime(back.dueAt, language, timeZone) : '—'],
    [t('tracking'), back.trackingNumber ?? '—'],
    ...dates.flatMap(([name, at]) => (at ? [[name, formatDateTime(at, language, timeZone)] as const] : [])),
    ...(back.compensationCents ? [[t('compensation'), formatMoney(back.compensationCents, language)] as const] : []),
  ] as const
  return (
    <Card>
      <CardHeader
        title={t('detailTitle', { kind: t(`kinds.${back.kind}`), code: back.orderCode })}
        actions={<ReturnState state={back.state} kind={back.kind} platformStatus={back.platformStatus} />}
        className="mb-3"
      />
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 justify-between gap-3 border-b border-line pb-1.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {back.buyerText && (
        <blockquote className="mt-3 border-l-2 border-line pl-3 text-ink-2">
          <span className="block text-[13px] text-ink-3">{t('buyerSays')}</span>
          {back.buyerText}
        </blockquote>
      )}
      {back.kind === 'lost' && <p className="mt-3 text-ink-2">{t('lostText')}</p>}
      {back.isFulfilledByPlatform && <p className="mt-3 text-ink-2">{t('notOurs')}</p>}
    </Card>
  )
}

/** The buyer's stand on the platform's servers: they are opened there, never loaded into this page. */
function Pictures({ back, timeZone }: ReturnScreenProps) {
  const t = useTranslations('returns')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('pictures')} className="mb-3" />
      <h3 className="text-[13px] font-semibold text-ink-2">{t('buyerPictures')}</h3>
      {back.pictures.length === 0 ? (
        <p className="text-ink-3">{t('noBuyerPictures')}</p>
      ) : (
        <ul className="mt-1 flex flex-wrap gap-2">
          {back.pictures.map(({ url, isShown }, index) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer nofollow" className="inline-flex items-center gap-1">
                {isShown ? (
                  <PlatformPicture src={url} alt={t('picture', { number: index + 1 })} className="size-20" />
                ) : (
                  <>
                    {t('picture', { number: index + 1 })}
                    <ArrowTopRightOnSquareIcon aria-hidden className="size-4" />
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-4 text-[13px] font-semibold text-ink-2">{t('ourPictures')}</h3>
      {back.evidence.length === 0 && <p className="text-ink-3">{t('noOurPictures')}</p>}
      <ul className="mt-1 grid grid-cols-2 gap-2">
        {back.evidence.map(({ id, isOfReturn, takenAt }) => {
          const label = t(isOfReturn ? 'ofReturn' : 'ofPacking', { at: formatDateTime(takenAt, language, timeZone) })
          return (
            <li key={id} className="min-w-0">
              <a href={`/api/dispatch/evidence/${id}`} target="_blank" rel="noreferrer">
                {/* oxlint-disable-next-line nextjs/no-img-element -- a stored picture with a door of its own */}
                <img
                  src={`/api/dispatch/evidence/${id}`}
                  alt={label}
                  loading="lazy"
                  className="aspect-square w-full rounded-control border border-line object-cover"
                />
              </a>
              <span className="block text-xs text-ink-3">{label}</span>
            </li>
          )
        })}
      </ul>
      <div className="mt-3">
        <EvidencePhoto orderId={back.orderId} returnId={back.id} label={t('addPicture')} refresh />
      </div>
    </Card>
  )
}

/** The offers of seller and buyer, oldest first. */
function ReturnOffers({ back, timeZone }: { back: ReturnView; timeZone: string }) {
  const t = useTranslations('returns')
  const language = useLocale()
  if (back.offers.length === 0) return null
  return (
    <Card>
      <CardHeader title={t('offersTitle')} className="mb-3" />
      <ol className="grid gap-2">
        {back.offers.map(({ by, cents, at }, index) => (
          <li key={index}>
            <p className="font-medium">{t(`offer.${by}`, { amount: formatMoney(BigInt(cents), language) })}</p>
            {at && (
              <p className="text-[13px] text-ink-3 tabular-nums">{formatDateTime(new Date(at), language, timeZone)}</p>
            )}
          </li>
        ))}
      </ol>
      {back.state === 'open' && back.offersLeft !== null && (
        <p className="mt-2 text-ink-2">{t('offersLeft', { count: back.offersLeft })}</p>
      )}
    </Card>
  )
}

function ReturnItems({ back: { items, receivedAt } }: { back: ReturnView }) {
  const t = useTranslations('returns')
  const language = useLocale()
  const matches = receivedAt ? (['sellable', 'damaged', 'missing'] as const) : []
  return (
    <Card flush>
      <CardHeader title={t('items')} className="px-4 py-4" />
      <Table label={t('items')} className="border-t border-line">
        <Thead>
          <Th>{t('item')}</Th>
          <Th numeric>{t('quantity')}</Th>
          {matches.map((what) => (
            <Th key={what} numeric>
              {t(`found.${what}`)}
            </Th>
          ))}
        </Thead>
        <Tbody>
          {items.map((item) => (
            <Tr key={item.line}>
              <Td primary className="max-md:col-start-1!">
                {item.title}
                <span className="block text-[13px] font-normal text-ink-3">
                  {[item.sku, item.variation].filter(Boolean).join(' · ')}
                </span>
              </Td>
              <Td numeric label={t('quantity')}>
                {formatNumber(item.quantity, language)}
              </Td>
              {matches.map((what) => (
                <Td key={what} numeric label={t(`found.${what}`)}>
                  {formatNumber(item[what] ?? 0, language)}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

type ReturnHistoryProps = { back: ReturnView; timeZone: string }

function ReturnHistory({ back, timeZone }: ReturnHistoryProps) {
  const t = useTranslations('returns.history')
  const language = useLocale()
  const word = usePlatformWord()
  const steps = [
    back.packed && { name: t('packed'), at: back.packed.at, by: back.packed.by },
    { name: t('opened'), at: back.openedAt, by: null },
    back.answeredAt && { name: t('answered'), at: back.answeredAt, by: back.answeredBy },
    back.platformAt && {
      name: t('platform', { status: back.platformStatus ? word(back.platformStatus) : '—' }),
      at: back.platformAt,
      by: null,
    },
    back.receivedAt && { name: t('received'), at: back.receivedAt, by: back.receivedBy },
  ].filter((step) => step !== null)
  steps.sort((a, b) => b.at.getTime() - a.at.getTime())
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ol className="grid gap-3">
        {steps.map(({ name, at, by }) => (
          <li key={name}>
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-[13px] text-ink-3 tabular-nums">
              {[formatDateTime(at, language, timeZone), by].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {back.note && <p className="mt-3 border-t border-line pt-3 text-ink-2">{back.note}</p>}
    </Card>
  )
}
