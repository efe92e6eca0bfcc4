import { ShieldCheckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import type { Role } from '@/lib/core/permissions'
import { twoFactorAnchor } from './two-factor-anchor'

export const isTwoFactorAdvised = ({ role, hasTwoFactor }: { role: Role; hasTwoFactor: boolean }) =>
  !hasTwoFactor && (role === 'owner' || role === 'admin')

type Advised = { role: Role; hasTwoFactor: boolean; secondFactorMissing: boolean; organizationName: string }

/** Asks, and leaves it at that, unless the company requires it: then nothing else of it opens until it is set up. */
export function TwoFactorAdvice({ member }: { member: Advised }) {
  const t = useTranslations('security')
  if (member.secondFactorMissing)
    return <Note title={t('required.title', { company: member.organizationName })} text={t('required.text')} />
  return isTwoFactorAdvised(member) ? <Note title={t('advice.title')} text={t('advice.text')} /> : null
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
