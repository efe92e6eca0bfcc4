export const FOREIGN_WORDS: RegExp
export function plainEnglishFaults(text: string): string[]
