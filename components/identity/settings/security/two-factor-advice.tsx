import { ShieldCheckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import type { Role } from '@/lib/core/permissions'
import { twoFactorAnchor } from './two-factor-anchor'

export const isTwoFactorAdvised = ({ role, hasTwoFactor }: { role: Role; hasTwoFactor: boolean }) =>
  !hasTwoFactor && (role === 'owner' || role === 'admin')

/** Asks, and leaves it at that: where the company does not require it, the second step is everybody's own choice. */
export function TwoFactorAdvice({ member }: { member: { role: Role; hasTwoFactor: boolean } }) {
  const t = useTranslations('security.advice')
  return isTwoFactorAdvised(member) ? <Note title={t('title')} text={t('text')} /> : null
}

/** Nothing else of the company opens until it is set up. */
export function TwoFactorRequired({ company }: { company: string }) {
  const t = useTranslations('security.required')
  return <Note title={t('title', { company })} text={t('text')} />
}

function Note({ title, text }: { title: string; text: string }) {
  const t = useTranslations('security.advice')
  return (
    <div role="note" className="flex gap-3 rounded-card border border-line bg-accent-soft p-4">
      <ShieldCheckIcon aria-hidden className="size-6 shrink-0 text-accent-text" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-ink-2">{text}</p>
        <a
          href={`#${twoFactorAnchor}`}
          className="mt-2 inline-flex min-h-6 items-center font-semibold text-accent-text underline underline-offset-2"
        >
          {t('action')}
        </a>
      </div>
    </div>
  )
}
