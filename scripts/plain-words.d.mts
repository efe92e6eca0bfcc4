export const FOREIGN_WORDS: RegExp
