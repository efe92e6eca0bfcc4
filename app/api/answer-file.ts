import { notKept } from './member-route'

type FileAnswer = {
  /** The name under which it is saved. A picture of a page has none. */
  name?: string
  type: string
  content: BodyInit
  bytes?: bigint | number
  /** Its content never changes under its address. */
  isFixed?: boolean
}

/** A PDF opens in the browser, to be printed, and so does a picture that we wrote ourselves; anything else is only ever saved. */
export function answerFile({ name, type, content, bytes, isFixed = false }: FileAnswer): Response {
  const shown = type === 'application/pdf' || type === 'image/webp' ? 'inline' : 'attachment'
  return new Response(content, {
    headers: {
      ...notKept,
      'content-type': type,
      'content-disposition': name === undefined ? shown : `${shown}; filename="${name.replace(/[^\w.-]/g, '')}"`,
      ...(bytes !== undefined && { 'content-length': bytes.toString() }),
      ...(isFixed && { 'cache-control': 'private, max-age=86400, immutable' }),
    },
  })
}

export const answerCsv = ({ name, content }: { name: string; content: string }): Response =>
  answerFile({ name, type: 'text/csv; charset=utf-8', content })
