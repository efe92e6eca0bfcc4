import { clientSettings } from '@/components/ui/client-settings'

/** The answer of one of our own read routes; a failure is thrown. */
export async function fetchAnswer<T>(address: string): Promise<T> {
  const response = await fetch(address, {
    cache: 'no-store',
    signal: AbortSignal.timeout(clientSettings.actionDeadlineMs),
  })
  const body = (await response.json()) as { ok: boolean; data: T }
  if (!response.ok || !body.ok) throw new Error(`${address.split('?')[0]} answered ${response.status}`)
  return body.data
}
