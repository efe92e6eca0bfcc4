export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

export const locales = { pt: 'pt-BR', en: 'en-US' } as const satisfies Record<Language, string>
