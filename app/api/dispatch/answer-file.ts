import type { OpenedFile } from '@/lib/sales/dispatch/files'

const safe = (name: string) => name.replace(/[^\w.-]/g, '')

/** A PDF opens in the browser, to be printed, and so does a picture that we wrote ourselves; anything else is only ever saved. */
export function answerFile({ name, type, bytes, stream }: OpenedFile): Response {
  const shown = type === 'application/pdf' || type === 'image/webp' ? 'inline' : 'attachment'
  return new Response(stream, {
    headers: {
      'content-type': type,
      'content-length': bytes.toString(),
      'content-disposition': `${shown}; filename="${safe(name)}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
