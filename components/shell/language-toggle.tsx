'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '@/components/ui/button'
import type { Language } from '@/lib/language'
import { keepLanguage } from './preferences'

const targets: Record<Language, Language> = { pt: 'en', en: 'pt' }

type LanguageToggleProps = { className?: string; onChosen?: (language: Language) => unknown }

/** Shows the language it leads to, in that language's own words for a screen reader. */
export function LanguageToggle({ className, onChosen }: LanguageToggleProps) {
  const t = useTranslations('common')
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const target = targets[useLocale()]
  return (
    <Button
      size="sm"
      pending={pending}
      lang={target}
      className={className}
      onClick={() => {
        keepLanguage(target)
        // The account is told before the page is asked for again, or a reload at once would still be by its old choice.
        startTransition(async () => {
          await onChosen?.(target)
          startTransition(() => router.refresh())
        })
      }}
    >
      {target.toUpperCase()}
      <span className="sr-only">{t(`languageToggle.${target}`)}</span>
    </Button>
  )
}
