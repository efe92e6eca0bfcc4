import type { z } from 'zod'
import { PlatformError } from '../platform-error'

const camel = (name: string) => name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

/** As the product module answers to what is missing or malformed; both spaces are its own. */
export function refuseProduct(issues: z.core.$ZodIssue[]): PlatformError {
  const field = camel(String(issues[0]?.path.find((part) => typeof part === 'string') ?? 'Request'))
  return new PlatformError('product.error_param', `invalid field ${field}: value must  Not Null`)
}

export const itemNotFound = () => new PlatformError('error_item_not_found', 'Item_id is not found.')

export const constraint = (detail: string) =>
  new PlatformError('error_param', `Parameter is not match the constraints, ${detail}.`)
