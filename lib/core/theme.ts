export const themes = [
  'light-green',
  'ocean-blue',
  'golden',
  'charcoal',
  'crimson',
  'emerald',
  'royal-purple',
  'sunset-orange',
] as const
export type Theme = (typeof themes)[number]

export const colorSchemes = ['system', 'light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

export const defaultTheme: Theme = 'ocean-blue'

type Text = string | null | undefined

export const findTheme = (text: Text) => themes.find((theme) => theme === text)
export const findColorScheme = (text: Text) => colorSchemes.find((scheme) => scheme === text)

export const parseTheme = (text: Text): Theme => findTheme(text) ?? defaultTheme
export const parseColorScheme = (text: Text): ColorScheme => findColorScheme(text) ?? 'system'
