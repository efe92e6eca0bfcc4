import type { ReceivedInvoice } from '@/lib/sales/dispatch/receive-invoice'
import type { ActionResult } from '@/lib/core/errors'
import { newIdempotencyKey } from '@/components/ui/use-action'

const deadlineMs = 30_000

/** One file a request, so that each has its own answer. */
export async function sendInvoice(
  organizationId: string,
  file: File,
  orderId: string | null = null,
): Promise<ActionResult<ReceivedInvoice>> {
  const query = new URLSearchParams({ fileName: file.name, ...(orderId && { orderId }) })
  try {
    const response = await fetch(`/api/dispatch/invoices?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-organization-id': organizationId,
        'x-idempotency-key': newIdempotencyKey(),
      },
      body: file,
      signal: AbortSignal.timeout(deadlineMs),
    })
    return (await response.json()) as ActionResult<ReceivedInvoice>
  } catch {
    return { ok: false, error: 'connectionTimeout' }
  }
}
