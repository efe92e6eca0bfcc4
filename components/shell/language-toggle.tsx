'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '@/components/ui/button'
import type { Language } from '@/lib/core/language'
import { keepLanguage } from './preferences'

const targets: Record<Language, Language> = { pt: 'en', en: 'pt' }

type OnChosen = (language: Language) => unknown

/**
 * The account is updated before the page is requested again, or an immediate reload would still be by its old choice.
 */
export function useLanguageChange(onChosen?: OnChosen, showAtOnce?: (language: Language) => void) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const changeTo = (language: Language) => {
    keepLanguage(language)
    startTransition(async () => {
      showAtOnce?.(language)
      await onChosen?.(language)
      startTransition(() => router.refresh())
    })
  }
  return { pending, changeTo }
}

/** Shows the language it leads to, in that language's own words for a screen reader. */
export function LanguageToggle({ onChosen }: { onChosen?: OnChosen }) {
  const t = useTranslations('common')
  const { pending, changeTo } = useLanguageChange(onChosen)
  const target = targets[useLocale()]
  return (
    <Button size="sm" pending={pending} lang={target} onClick={() => changeTo(target)}>
      {target.toUpperCase()}
      <span className="sr-only">{t(`languageToggle.${target}`)}</span>
    </Button>
  )
}
