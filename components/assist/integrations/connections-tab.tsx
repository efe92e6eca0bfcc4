import { useLocale, useTranslations } from 'next-intl'
import { formatDay, localDay } from '@/lib/core/dates'
import { keyProviders, type KeyProviderName } from '@/lib/identity/organization-keys/schema'
import type { ConnectionsView } from '@/lib/assist/integrations/views'
import { ConnectionCard } from './connection-card'
import { KeyControls } from './key-controls'
import { SpentList } from './spent-list'

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
