import type { ActionResult } from '@/lib/core/errors'

type Sending = { file: File; organizationId: string; idempotencyKey: string; onProgress: (share: number) => void }

const stalledMs = 60_000

/** XMLHttpRequest, because fetch does not tell how much of a body has been sent. */
export function sendTo(address: string, upload: Sending): Promise<ActionResult<{ importId: string }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout>
    const lost = () => {
      clearTimeout(stalled)
      resolve({ ok: false, error: 'connectionTimeout' })
    }
    const expectSigns = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => request.abort(), stalledMs)
    }
    request.open('POST', address)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('x-organization-id', upload.organizationId)
    request.setRequestHeader('x-idempotency-key', upload.idempotencyKey)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      expectSigns()
      upload.onProgress(total > 0 ? loaded / total : 0)
    }
    request.onerror = lost
    request.onabort = lost
    request.onload = () => {
      clearTimeout(stalled)
      resolve((request.response as ActionResult<{ importId: string }> | null) ?? { ok: false, error: 'unexpected' })
    }
    expectSigns()
    request.send(upload.file)
  })
}
