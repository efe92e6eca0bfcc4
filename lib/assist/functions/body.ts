import 'server-only'
import { isUtf8 } from 'node:buffer'
import { UserError } from '@/lib/core/errors'
import { readBody } from '@/lib/core/http/read-body'

const MOST_BODY_BYTES = 256 * 1024

/** The JSON of a call, read no further than the limit; nothing at all is an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MOST_BODY_BYTES)
  if (!bytes) throw new UserError('functionBodyTooLarge')
  // Read with a character in the place of what is none, a name would be another one.
  if (!isUtf8(bytes)) throw new UserError('functionNotJson')
  const text = bytes.toString('utf8')
  if (text.trim() === '') return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new UserError('functionNotJson')
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError('functionNotJson')
  }
}
