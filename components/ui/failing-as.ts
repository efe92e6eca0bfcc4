import type { ActionResult, ErrorCode } from '@/lib/core/errors'

type Action<Request, Input, Data> = (request: Request, input: Input) => Promise<ActionResult<Data>>

/** The same action, with the failed action as the text of an unexpected failure ('Failed to save product'). */
export function failingAs<Request, Input, Data>(
  action: Action<Request, Input, Data>,
  code: ErrorCode,
): Action<Request, Input, Data> {
  return async (request, input) => {
    const result = await action(request, input)
    return !result.ok && result.error === 'unexpected' ? { ...result, error: code } : result
  }
}
