import { clientSettings } from './client-settings'

/**
 * Next sends a tab's server actions one by one: a call that hangs would hold the retry that its deadline offers. So a call is given up at
 * that deadline; its idempotency key makes the retry the same call to the server.
 */
export function endHangingActions(): void {
  const send = window.fetch
  window.fetch = (target, init) => {
    if (!new Headers(init?.headers).has('next-action')) return send(target, init)
    const deadline = AbortSignal.timeout(clientSettings.actionDeadlineMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    return send(target, { ...init, signal })
  }
}
