import type { ActionResult } from '@/lib/core/errors'

type PostedFile = {
  file: File
  organizationId: string
  deadlineMs: number
  query?: Record<string, string>
  key?: string
}

/** Sends one file under its name. No answer before the deadline is a lost connection. */
export async function postFile<Data>(path: string, upload: PostedFile): Promise<ActionResult<Data>> {
  const { file, organizationId, deadlineMs, query, key } = upload
  try {
    const response = await fetch(`${path}?${new URLSearchParams({ fileName: file.name, ...query })}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-organization-id': organizationId,
        ...(key && { 'x-idempotency-key': key }),
      },
      body: file,
      signal: AbortSignal.timeout(deadlineMs),
    })
    return (await response.json()) as ActionResult<Data>
  } catch {
    return { ok: false, error: 'connectionTimeout' }
  }
}
