import { ComputerDesktopIcon, DevicePhoneMobileIcon, DeviceTabletIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import type { Device } from '@/lib/identity/auth/sessions/device'
import type { OwnSession } from '@/lib/identity/auth/sessions/queries'
import { formatDateTime } from '@/lib/core/dates'
import { EndOtherSessions } from './end-other-sessions'
import { EndSession } from './end-session'

const icons = { computer: ComputerDesktopIcon, phone: DevicePhoneMobileIcon, tablet: DeviceTabletIcon }

export function SessionsCard({ sessions, timeZone }: { sessions: OwnSession[]; timeZone: string }) {
  const t = useTranslations('security.sessions')
  const others = sessions.filter(({ isThis }) => !isThis).length
  return (
    <Card flush>
      <CardHeader
        className="p-4"
        title={t('title')}
        description={t('description')}
        actions={others > 0 && <EndOtherSessions count={others} />}
      />
      <ul className="divide-y divide-line border-t border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} timeZone={timeZone} />
        ))}
      </ul>
      {others === 0 && <p className="border-t border-line px-4 py-3 text-[13px] text-ink-3">{t('only')}</p>}
    </Card>
  )
}

function SessionRow({ session, timeZone }: { session: OwnSession; timeZone: string }) {
  const t = useTranslations('security.sessions')
  const language = useLocale()
  const { id, isThis, device, place, since, lastSeenAt, organizationName } = session
  const name = useDeviceName(device)
  const Icon = icons[device.kind]
  const at = (instant: Date) => formatDateTime(instant, language, timeZone)
  const where = place.kind === 'address' ? t('place.address', { address: place.address }) : t(`place.${place.kind}`)
  const facts = [
    isThis ? t('now') : t('lastSeen', { at: at(lastSeenAt) }),
    t('since', { at: at(since) }),
    organizationName && t('company', { name: organizationName }),
  ]
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {isThis ? <Badge tone="accent">{t('this')}</Badge> : null}
          <span className="text-[13px] text-ink-2 wrap-anywhere">{where}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-[13px] text-ink-3 tabular-nums">
          {facts.filter(Boolean).map((fact) => (
            <span key={fact} className="wrap-anywhere">
              {fact}
            </span>
          ))}
        </p>
      </div>
      {!isThis && <EndSession id={id} device={name} />}
    </li>
  )
}

function useDeviceName({ browser, system }: Device): string {
  const t = useTranslations('security.sessions')
  if (browser && system) return t('device', { browser, system })
  if (system) return t('unknownBrowserOn', { system })
  return browser ?? t('unknownDevice')
}
