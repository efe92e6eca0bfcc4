'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Segments } from '@/components/ui/segments'
import { colorSchemes, themes, type ColorScheme, type Theme } from '@/lib/core/theme'
import { keepColorScheme, keepTheme, useColorScheme, useTheme } from './preferences'

/** The accents of globals.css side by side: there only the chosen one has a name. */
const swatches: Record<Theme, string> = {
  'light-green': 'light-dark(#8ccb4b, #8ab54a)',
  'ocean-blue': 'light-dark(#007bbc, #56aee7)',
  golden: 'light-dark(#f0b90b, #c89e3d)',
  charcoal: 'light-dark(#3a404b, #9ea5af)',
  crimson: 'light-dark(#d53b4a, #f9757a)',
  emerald: 'light-dark(#008555, #52bc8f)',
  'royal-purple': 'light-dark(#8e57d8, #b58afa)',
  'sunset-orange': 'light-dark(#f58233, #eb874a)',
}

type PickerProps<Choice> = { initial: Choice; onChosen?: (choice: Choice) => void }

export function ThemePicker({ initial, onChosen }: PickerProps<Theme>) {
  const t = useTranslations('shell.theme')
  const group = useId()
  const chosen = useTheme(initial)
  const choose = (theme: Theme) => {
    keepTheme(theme)
    onChosen?.(theme)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-semibold text-ink-2">{t('label')}</legend>
      <div className="grid grid-cols-8 gap-1">
        {themes.map((theme) => (
          <label
            key={theme}
            title={t(`names.${theme}`)}
            className="relative grid h-7 place-items-center pointer-coarse:h-9"
          >
            <input
              type="radio"
              name={group}
              value={theme}
              aria-label={t(`names.${theme}`)}
              checked={chosen === theme}
              onChange={() => choose(theme)}
              className="peer absolute inset-0 appearance-none rounded-control"
            />
            <span
              aria-hidden
              style={{ background: swatches[theme] }}
              className="pointer-events-none size-5 rounded-full ring-ink ring-offset-2 ring-offset-raised peer-checked:ring-2"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function SchemePicker({ initial, onChosen }: PickerProps<ColorScheme>) {
  const t = useTranslations('shell.scheme')
  const choose = (scheme: ColorScheme) => {
    keepColorScheme(scheme)
    onChosen?.(scheme)
  }
  return (
    <Segments
      legend={t('label')}
      options={colorSchemes.map((value) => ({ value, label: t(value) }))}
      chosen={useColorScheme(initial)}
      onChoose={choose}
    />
  )
}
