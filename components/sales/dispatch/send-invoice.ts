import type { ReceivedInvoice } from '@/lib/sales/dispatch/receive-invoice'
import type { ActionResult } from '@/lib/core/errors'
import { postFile } from '@/components/ui/post-file'
import { newIdempotencyKey } from '@/components/ui/use-action'

const deadlineMs = 30_000

/** One file a request, so that each has its own answer. */
export const sendInvoice = (
  organizationId: string,
  file: File,
  orderId: string | null = null,
): Promise<ActionResult<ReceivedInvoice>> =>
  postFile('/api/dispatch/invoices', {
    file,
    organizationId,
    deadlineMs,
    key: newIdempotencyKey(),
    ...(orderId && { query: { orderId } }),
  })
