'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useOptimistic } from 'react'
import { Segments } from '@/components/ui/segments'
import { languages, type Language } from '@/lib/core/language'
import { useLanguageChange } from './language-toggle'

/** Each language in its own words. */
export function LanguagePicker({ onChosen }: { onChosen?: (language: Language) => unknown }) {
  const t = useTranslations('shell.userMenu')
  const names = useTranslations('shell.languages')
  const [chosen, setChosen] = useOptimistic<Language>(useLocale())
  const { changeTo } = useLanguageChange(onChosen, setChosen)
  return (
    <Segments
      legend={t('language')}
      options={languages.map((value) => ({ value, label: names(value), lang: value }))}
      chosen={chosen}
      onChoose={changeTo}
    />
  )
}
