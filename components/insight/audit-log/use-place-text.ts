import { useTranslations } from 'next-intl'
import type { AuditLogEntry } from '@/lib/insight/audit-log/views'

/** 'Chrome no Windows · esta rede', or the token of a program; null where neither stood behind the change, or it is kept no longer. */
export function usePlaceText({ place: stored, token }: Pick<AuditLogEntry, 'place' | 'token'>): string | null {
  const t = useTranslations('security.sessions')
  const list = useTranslations('audit.list')
  if (token) return token.name === null ? list('tokenGone') : list('token', { name: token.name })
  if (!stored) return null
  const { device, place } = stored
  const { browser, system } = device
  const name =
    browser && system
      ? t('device', { browser, system })
      : system
        ? t('unknownBrowserOn', { system })
        : (browser ?? t('unknownDevice'))
  const where = place.kind === 'address' ? t('place.address', { address: place.address }) : t(`place.${place.kind}`)
  return `${name} · ${where}`
}
