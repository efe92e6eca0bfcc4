'use client'

import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button, buttonClass } from '@/components/ui/button'
import { signInPath } from '@/lib/identity/auth/return-path'

export type SessionTrouble =
  /** It is over, and something typed stands in the page. */
  | { kind: 'ended' }
  /** It is over, and the sign-in is on its way. */
  | { kind: 'leaving' }
  /** The session now stands in another company, or (null) in none. */
  | { kind: 'company'; name: string | null; here: string }
  /** Somebody else signed in in this browser. */
  | { kind: 'person' }

/** Above everything, dialogs too, without covering it: the text below stays readable and can be copied. */
export function SessionBanner({ trouble }: { trouble: SessionTrouble }) {
  const { title, text } = useWords(trouble)
  const t = useTranslations('security.keeper')
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+4.25rem)] z-[60] md:bottom-3 mx-auto flex max-w-xl flex-wrap items-start gap-3 rounded-card border border-warn bg-raised p-4 text-ink shadow-floating"
    >
      <ExclamationTriangleIcon aria-hidden className="size-6 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="mt-0.5 text-ink-2 wrap-anywhere">{text}</p>
      </div>
      {trouble.kind === 'ended' && (
        <a
          href={signInPath('/dashboard')}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'primary' })}
        >
          {t('signIn')}
        </a>
      )}
      {(trouble.kind === 'company' || trouble.kind === 'person') && (
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      )}
    </div>
  )
}

function useWords(trouble: SessionTrouble): { title: string; text: string } {
  const t = useTranslations('security.keeper')
  switch (trouble.kind) {
    case 'ended':
      return { title: t('endedTitle'), text: t('endedText') }
    case 'leaving':
      return { title: t('endedTitle'), text: t('leaving') }
    case 'person':
      return { title: t('personTitle'), text: t('personText') }
    case 'company': {
      const { name, here } = trouble
      if (name === null) return { title: t('noCompanyTitle', { here }), text: t('noCompanyText') }
      return { title: t('switchedTitle', { name }), text: t('switchedText', { here }) }
    }
  }
}
