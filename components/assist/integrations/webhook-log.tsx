import { useLocale, useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { Pagination } from '@/components/ui/pagination'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import { integrationsPath } from '@/lib/assist/integrations/schema'
import type { Page } from '@/lib/core/keyset'
import type { DeliveryRow, EndpointRow } from '@/lib/assist/webhooks/views'
import { SendAgain } from './send-again'
import { kindKey } from './webhook-kinds'

type WebhookLogProps = { endpoint: EndpointRow; log: Page<DeliveryRow>; timeZone: string }

/** The worker looks every two seconds for what is due. */
const FRESH_MS = 2500
const isDue = ({ state, dueAt }: DeliveryRow) => state === 'waiting' && dueAt.getTime() <= Date.now()

const tones: Record<DeliveryRow['state'], Tone> = { waiting: 'neutral', delivered: 'good', failed: 'bad' }

/** The deliveries to one address, with its answers. */
export function WebhookLog({ endpoint, log, timeZone }: WebhookLogProps) {
  const t = useTranslations('apis.webhooks.log')
  const to = (place: Record<string, string>) =>
    `${integrationsPath}?${new URLSearchParams({ tab: 'webhooks', webhook: endpoint.id, ...place }).toString()}`
  return (
    <Card flush>
      <CardHeader
        className="p-4"
        title={t('title')}
        description={<span className="wrap-anywhere">{endpoint.url}</span>}
      />
      {endpoint.state === 'active' && log.rows.some(isDue) && <KeepFresh everyMs={FRESH_MS} />}
      {log.rows.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t('empty')}</p>
      ) : (
        <>
          <Table label={t('title')} className="border-t border-line">
            <Thead>
              <Th>{t('event')}</Th>
              <Th>{t('state')}</Th>
              <Th>{t('answer')}</Th>
              <Th>{t('when')}</Th>
              <Th>
                <span className="sr-only">{t('actions')}</span>
              </Th>
            </Thead>
            <Tbody>
              {log.rows.map((row) => (
                <Delivery key={row.id} row={row} timeZone={timeZone} mayRepeat={endpoint.state === 'active'} />
              ))}
            </Tbody>
          </Table>
          {(log.previous || log.next) && (
            <Pagination
              previousHref={log.previous && to({ before: log.previous })}
              nextHref={log.next && to({ after: log.next })}
            />
          )}
        </>
      )}
    </Card>
  )
}

function Delivery({ row, timeZone, mayRepeat }: { row: DeliveryRow; timeZone: string; mayRepeat: boolean }) {
  const t = useTranslations('apis.webhooks')
  const language = useLocale()
  const { id, kind, state, attempts, status, problem, said, tookMs, createdAt, dueAt, eventId } = row
  const at = (when: Date) => formatDateTime(when, language, timeZone)
  const answer = [
    ...(problem && problem !== 'status' ? [t(`log.problems.${problem}`)] : []),
    ...(status === null ? [] : [t('log.status', { status })]),
    ...(tookMs === null ? [] : [t('log.took', { ms: tookMs })]),
  ]
  return (
    <Tr>
      <Td primary>
        <span className="block font-medium">{t(`kinds.${kindKey(kind)}`)}</span>
        <code className="block text-xs text-ink-3 wrap-anywhere">{eventId}</code>
      </Td>
      <Td label={t('log.state')}>
        <Badge tone={tones[state]}>{t(`log.states.${state}`)}</Badge>
        <span className="mt-0.5 block text-[13px] text-ink-3">
          {[
            t('log.attempts', { count: attempts }),
            ...(state === 'waiting' && attempts > 0 ? [t('log.next', { when: at(dueAt) })] : []),
          ].join(' · ')}
        </span>
      </Td>
      <Td label={t('log.answer')} className="text-ink-2">
        <span className="block">{answer.join(' · ')}</span>
        {said && <code className="line-clamp-2 text-xs text-ink-3 wrap-anywhere">{said}</code>}
      </Td>
      <Td label={t('log.when')} className="whitespace-nowrap text-ink-2">
        {at(createdAt)}
      </Td>
      <Td>
        {mayRepeat && state !== 'waiting' && (
          <RowControl className="ml-auto @max-xl:ml-0">
            <SendAgain deliveryId={id} when={at(createdAt)} />
          </RowControl>
        )}
      </Td>
    </Tr>
  )
}
