import { plainText } from '@/lib/core/text/text'

/**
 * The name of a record from a model or a program. It is looked up as it was sent, so one with control characters is
 * refused.
 */
export const namedInput = (max: number) =>
  plainText({ min: 1, max }).refine((text) => !/\p{Cc}/u.test(text), 'errors.textInvalid')
