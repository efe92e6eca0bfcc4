import { useLocale, useTranslations } from 'next-intl'
import { formatDay, localDay } from '@/lib/core/dates'
import { keyProviders, type KeyProviderName } from '@/lib/identity/organization-keys/schema'
import type { ConnectionsView } from '@/lib/assist/integrations/views'
import { KeyControls } from './key-controls'
import { writeDollars } from '@/lib/assist/assistant/dollars'
import type { Spent, SpentView } from '@/lib/assist/assistant/spent'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { IntegrationName, IntegrationState } from '@/lib/assist/integrations/schema'
import { TestIntegration } from './test-integration'

type ConnectionsTabProps = { view: ConnectionsView; mayManage: boolean; timeZone: string }

const assistants: Record<KeyProviderName, string> = {
  gemini: '/dashboard/gemini',
  manus: '/dashboard/manus-assistant',
}

/** How each tie to another program stands, and what to do about it. */
export function ConnectionsTab({ view, mayManage, timeZone }: ConnectionsTabProps) {
  const t = useTranslations('apis.connections')
  const { marketplace, drive, google, email } = view
  const names = [...marketplace.ended, ...marketplace.ending].join(', ')
  const marketplaceText =
    marketplace.state === 'attention'
      ? t('marketplace.attention', {
          names,
          ended: marketplace.ended.length,
          ending: marketplace.ending.length,
        })
      : t(`marketplace.${marketplace.state}`, { count: marketplace.connected })
  const driveText = drive.problem
    ? t(`drive.${drive.problem}`)
    : drive.state === 'ready'
      ? t('drive.ready', { folder: drive.folder ?? '' })
      : t('drive.notSet')
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <ConnectionCard
        name="marketplace"
        state={marketplace.state}
        text={marketplaceText}
        open={{ href: '/dashboard/minha-empresa/lojas', label: t('marketplace.open') }}
        mayTest={mayManage}
      />
      {keyProviders.map((provider) => (
        <KeyCard
          key={provider}
          provider={provider}
          mayManage={mayManage}
          timeZone={timeZone}
          view={view.keys[provider]}
          spent={provider === 'gemini' ? view.spent : null}
        />
      ))}
      <ConnectionCard
        name="drive"
        state={drive.state}
        text={driveText}
        open={mayManage ? { href: '/dashboard/settings/drive', label: t('drive.open') } : undefined}
        mayTest={mayManage && drive.state === 'ready'}
      />
      <ConnectionCard name="email" state={email.state} text={t(`email.${setOr(email.state)}`)} mayTest={mayManage} />
      <ConnectionCard
        name="google"
        state={google.state}
        text={t(`google.${setOr(google.state)}`)}
        mayTest={mayManage}
      />
    </ul>
  )
}

const setOr = (state: string) => (state === 'ready' ? 'ready' : 'notSet')

type KeyCardProps = {
  provider: KeyProviderName
  view: ConnectionsView['keys'][KeyProviderName]
  spent: ConnectionsView['spent']
  mayManage: boolean
  timeZone: string
}

function KeyCard({ provider, view, spent, mayManage, timeZone }: KeyCardProps) {
  const t = useTranslations('apis')
  const language = useLocale()
  const { source, hint, setAt, state } = view
  const known = hint && setAt ? t('keys.hint', { hint, when: formatDay(localDay(setAt, timeZone), language) }) : null
  return (
    <ConnectionCard
      name={provider}
      state={state}
      text={
        <>
          {t(`connections.${provider}.${source ?? 'notSet'}`)}
          {known && <span className="mt-1 block text-[13px] text-ink-3">{known}</span>}
        </>
      }
      open={{ href: assistants[provider], label: t(`connections.${provider}.open`) }}
      mayTest={mayManage}
      details={spent && <SpentList spent={spent} />}
    >
      {mayManage && (
        <KeyControls provider={provider} name={t(`connections.${provider}.title`)} isSet={source === 'organization'} />
      )}
    </ConnectionCard>
  )
}

/** The model's usage today and this month, in total and by person. */
function SpentList({ spent: { limits, total, people } }: { spent: SpentView }) {
  const t = useTranslations('apis.spent')
  const language = useLocale()
  const said = (one: Spent) => ({
    day: t('cost', { cost: writeDollars(one.dayMicros, language), tokens: one.dayTokens }),
    month: t('cost', { cost: writeDollars(one.monthMicros, language), tokens: one.monthTokens }),
  })
  const rows = [
    { id: 'total', name: t('total'), ...said(total) },
    ...people.map((one) => ({ id: one.userId, name: one.name ?? t('former'), ...said(one) })),
  ]
  return (
    <section aria-label={t('title')} className="border-t border-line pt-3 text-[13px]">
      <h3 className="font-title">{t('title')}</h3>
      <dl className="mt-1 grid max-h-60 gap-1.5 overflow-y-auto tabular-nums" tabIndex={0} aria-label={t('title')}>
        {rows.map(({ id, name, day, month }) => (
          <div key={id}>
            <dt className="wrap-anywhere text-ink">{name}</dt>
            <dd className="text-ink-2">{t('dayAndMonth', { day, month })}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-3">{t('limits', limits)}</p>
    </section>
  )
}

const tones: Record<IntegrationState, Tone> = { ready: 'good', attention: 'warn', notSet: 'neutral' }

type ConnectionCardProps = {
  name: IntegrationName
  state: IntegrationState
  text: ReactNode
  /** Where it is set up, and what leads there. */
  open?: { href: string; label: string }
  mayTest: boolean
  children?: ReactNode
  /** Further details. */
  details?: ReactNode
}

function ConnectionCard({ name, state, text, open, mayTest, children, details }: ConnectionCardProps) {
  const t = useTranslations('apis')
  const title = t(`connections.${name}.title`)
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-[15px] font-title">{title}</h2>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </div>
      <p className="text-ink-2">{text}</p>
      {details}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        {children}
        {open && (
          <ButtonLink size="sm" href={open.href}>
            {open.label}
          </ButtonLink>
        )}
        {mayTest && state !== 'notSet' && <TestIntegration integration={name} name={title} />}
      </div>
    </Card>
  )
}
