import { z } from 'zod'

type Limits = { min?: number; max: number; missing?: string; long?: string }

/** PostgreSQL stores no NUL, and half of a surrogate pair is no text at all. */
export const isPlainText = (text: string) => !/[\u0000\p{Surrogate}]/u.test(text)

/** One line or more that a person wrote, trimmed. The messages are full paths of texts. */
export const plainText = ({ min = 0, max, missing, long }: Limits) =>
  z.string().trim().min(min, missing).max(max, long).refine(isPlainText, 'errors.textInvalid')

/** So many characters at most; half of a pair is not left over. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
