'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { setGuideHiddenAction } from '@/lib/insight/setup-guide/actions'

/** Put away at once, with a way back for as long as one stays on the page. */
export function HidableGuide({ children }: { children: ReactNode }) {
  const t = useTranslations('setup.hide')
  const [hidden, setHidden] = useState(false)
  const saving = useAction(setGuideHiddenAction)
  const hide = async (wanted: boolean) => {
    setHidden(wanted)
    const result = await saving.run({ hidden: wanted })
    if (result && !result.ok) setHidden(!wanted)
  }
  if (hidden)
    return (
      <p className="mb-4 flex flex-wrap items-center gap-x-3 rounded-card border border-line bg-surface px-4 py-1.5 text-[13px]">
        <span className="text-ink-2">{t('hidden')}</span>
        <Button variant="ghost" onClick={() => void hide(false)}>
          {t('undo')}
        </Button>
      </p>
    )
  return (
    <section aria-label={t('label')} className="relative mb-4 rounded-card border border-line bg-surface shadow-card">
      {children}
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('action')}
        title={t('action')}
        onClick={() => void hide(true)}
        className="absolute! top-2 right-2"
      >
        <XMarkIcon aria-hidden />
      </Button>
    </section>
  )
}
