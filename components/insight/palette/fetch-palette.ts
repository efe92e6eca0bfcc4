import { clientSettings } from '@/components/ui/client-settings'
import type { Language } from '@/lib/core/language'
import { palettePath, type PaletteEntry, type PaletteResults } from '@/lib/insight/palette/schema'

async function fetchJson<T>(query: Record<string, string>, signal: AbortSignal): Promise<T> {
  const response = await fetch(`${palettePath}?${new URLSearchParams(query).toString()}`, {
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(clientSettings.actionDeadlineMs)]),
  })
  const body = (await response.json()) as { ok: boolean; data: T }
  if (!response.ok || !body.ok) throw new Error(`${palettePath} answered ${response.status}`)
  return body.data
}

export const fetchEntries = (language: Language, signal: AbortSignal) => fetchJson<PaletteEntry[]>({ language }, signal)
export const fetchResults = (text: string, signal: AbortSignal) => fetchJson<PaletteResults>({ q: text }, signal)
