export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

export function parseLanguage(text: string | undefined): Language {
  return languages.find((language) => language === text) ?? 'pt'
}

export const locales = { pt: 'pt-BR', en: 'en-US' } as const satisfies Record<Language, string>
