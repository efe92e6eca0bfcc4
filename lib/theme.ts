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

export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? defaultTheme
}

export function parseColorScheme(text: string | undefined): ColorScheme {
  return colorSchemes.find((scheme) => scheme === text) ?? 'system'
}
