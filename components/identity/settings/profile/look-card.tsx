'use client'

import { useTranslations } from 'next-intl'
import { LanguagePicker } from '@/components/shell/language-picker'
import { SchemePicker, ThemePicker } from '@/components/shell/theme-picker'
import { Card, CardHeader } from '@/components/ui/card'
import { setPreferencesAction } from '@/lib/identity/auth/actions'
import type { PreferencesInput } from '@/lib/identity/auth/schema'
import type { ColorScheme, Theme } from '@/lib/core/theme'

const keep = (preferences: PreferencesInput) => setPreferencesAction(preferences).catch(() => undefined)

export function LookCard({ theme, scheme }: { theme: Theme; scheme: ColorScheme }) {
  const t = useTranslations('settings.profile.look')
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-4" />
      <div className="flex max-w-md flex-col gap-5">
        <LanguagePicker onChosen={(language) => keep({ language })} />
        <ThemePicker initial={theme} onChosen={(chosen) => keep({ theme: chosen })} />
        <SchemePicker initial={scheme} onChosen={(colorScheme) => keep({ colorScheme })} />
      </div>
    </Card>
  )
}
