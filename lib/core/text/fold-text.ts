export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Neither accents nor case tell words apart. */
export const foldText = (text: string): string => withoutAccents(text).toLowerCase()
