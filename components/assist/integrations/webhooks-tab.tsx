import { useLocale, useTranslations } from 'next-intl'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { formatDateTime } from '@/lib/core/dates'
import { integrationsPath } from '@/lib/assist/integrations/schema'
import { DAYS_TO_DISABLE, MOST_ENDPOINTS } from '@/lib/assist/webhooks/schema'
import type { EndpointRow, WebhooksView } from '@/lib/assist/webhooks/views'
import Link from 'next/link'
import { EndpointActions } from './endpoint-actions'
import { CreateWebhook } from './webhook-form'
import { WebhookLog } from './webhook-log'
import { kindKey } from './webhook-kinds'

type WebhooksTabProps = { view: WebhooksView; timeZone: string }

/** The addresses that receive events, and the deliveries of the chosen one. */
export function WebhooksTab({ view: { endpoints, chosen, log }, timeZone }: WebhooksTabProps) {
  const t = useTranslations('apis.webhooks')
  return (
    <div className="flex flex-col gap-4">
      <Card flush>
        <CardHeader
          className="p-4"
          title={t('title')}
          description={t('text')}
          actions={endpoints.length < MOST_ENDPOINTS && <CreateWebhook />}
        />
        {endpoints.length === 0 ? (
          <p className="px-4 pb-4 text-ink-2">
            {t('empty')} {t('emptyText')}
          </p>
        ) : (
          <ul>
            {endpoints.map((endpoint) => (
              <Endpoint
                key={endpoint.id}
                endpoint={endpoint}
                timeZone={timeZone}
                isChosen={endpoint.id === chosen?.id && endpoints.length > 1}
              />
            ))}
          </ul>
        )}
      </Card>
      {chosen && log && <WebhookLog endpoint={chosen} log={log} timeZone={timeZone} />}
    </div>
  )
}

const tones: Record<EndpointRow['state'], Tone> = { active: 'good', paused: 'neutral', disabled: 'bad' }

type EndpointProps = { endpoint: EndpointRow; isChosen: boolean; timeZone: string }

function Endpoint({ endpoint, isChosen, timeZone }: EndpointProps) {
  const t = useTranslations('apis.webhooks')
  const language = useLocale()
  const { id, url, kinds, state, waiting, lastDeliveredAt, failingSince, formerUntil } = endpoint
  const at = (when: Date) => formatDateTime(when, language, timeZone)
  const facts = [
    lastDeliveredAt ? t('last', { when: at(lastDeliveredAt) }) : t('neverDelivered'),
    t('waiting', { count: waiting }),
    ...(formerUntil ? [t('overlap', { when: at(formerUntil) })] : []),
  ]
  const problem =
    state === 'disabled'
      ? t('disabled')
      : failingSince && state === 'active'
        ? t('failing', { when: at(failingSince), days: DAYS_TO_DISABLE })
        : null
  return (
    <li className={classNames('grid gap-2 border-t border-line p-4', isChosen && 'bg-accent-soft')}>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          href={`${integrationsPath}?tab=webhooks&webhook=${id}`}
          scroll={false}
          aria-current={isChosen || undefined}
          className="min-w-0 font-medium wrap-anywhere underline decoration-edge underline-offset-4 hover:decoration-current"
        >
          {url}
        </Link>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </div>
      <p className="text-[13px] text-ink-2">{kinds.map((kind) => t(`kinds.${kindKey(kind)}`)).join(', ')}</p>
      <p className="text-[13px] text-ink-3">{facts.join(' · ')}</p>
      {problem && <p className="text-[13px] font-medium text-bad">{problem}</p>}
      <HistoryLink kind="webhook" id={id} />
      <EndpointActions id={id} url={url} kinds={kinds} state={state} />
    </li>
  )
}
