import { failingAs } from '@/components/ui/failing-as'
import type { ActionResult, ErrorCode } from '@/lib/core/errors'

type Action<Request, Input, Data> = (request: Request, input: Input) => Promise<ActionResult<Data>>

/** For shops, a missing right gets the catalogue's text, and an unexpected failure names the failed action. */
export function forShops<Request, Input, Data>(
  action: Action<Request, Input, Data>,
  code: ErrorCode,
): Action<Request, Input, Data> {
  const failure = failingAs(action, code)
  return async (request, input) => {
    const result = await failure(request, input)
    return !result.ok && result.error === 'permissionDenied' ? { ...result, error: 'shopPermissionDenied' } : result
  }
}
