'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { matchEntries } from '@/lib/insight/palette/match'
import { fewestChars, type PaletteEntry, type PaletteOrder, type PaletteProduct } from '@/lib/insight/palette/schema'
import { fetchEntries, fetchResults } from './fetch-palette'
import { readRecent } from './recent-entries'

const typingPauseMs = 100
const shownEntries = 12

export type PaletteItem =
  | { kind: 'page' | 'action'; id: string; entry: PaletteEntry }
  | { kind: 'order'; id: string; order: PaletteOrder }
  | { kind: 'product'; id: string; product: PaletteProduct }
export type PaletteGroup = { name: 'recent' | 'action' | 'page' | 'order' | 'product'; items: PaletteItem[] }

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const toItem = (entry: PaletteEntry): PaletteItem => ({ kind: entry.kind, id: entry.key, entry })

/** Pages and actions at once from what the device has; orders and products from the server, the last question alone. */
export function usePalette(text: string) {
  const { organizationId, role, language } = useOrganization()
  const settledText = useSettled(text.trim())
  const entries = useQuery({
    queryKey: ['palette', organizationId, role, language],
    queryFn: ({ signal }) => fetchEntries(language, signal),
  })
  const result = useQuery({
    queryKey: ['palette-search', organizationId, settledText],
    queryFn: ({ signal }) => fetchResults(settledText, signal),
    enabled: settledText.length >= fewestChars && settledText === text.trim(),
    staleTime: 10_000,
  })
  const groups = text.trim() ? resultGroups(text, entries.data ?? [], result.data) : firstGroups(entries.data ?? [])
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching:
      entries.isPending || (text.trim().length >= fewestChars && (settledText !== text.trim() || result.isFetching)),
    hasFailed: entries.isError || (result.isError && settledText === text.trim()),
    retry: () => void (entries.isError ? entries.refetch() : result.refetch()),
  }
}

/** Before anything is typed: what was chosen last, what can be done, where one can go. */
function firstGroups(entries: PaletteEntry[]): PaletteGroup[] {
  const recent = readRecent().flatMap((key) => entries.find((entry) => entry.key === key) ?? [])
  const others = entries.filter((entry) => !recent.includes(entry))
  return [
    { name: 'recent', items: recent.map(toItem) },
    { name: 'action', items: others.filter(({ kind }) => kind === 'action').map(toItem) },
    { name: 'page', items: others.filter(({ kind }) => kind === 'page').map(toItem) },
  ]
}

function resultGroups(
  text: string,
  entries: PaletteEntry[],
  result: { orders: PaletteOrder[]; products: PaletteProduct[] } | undefined,
): PaletteGroup[] {
  const matched = matchEntries(entries, text, shownEntries)
  const closest = matched[0]?.kind === 'action' ? (['action', 'page'] as const) : (['page', 'action'] as const)
  return [
    { name: 'order', items: (result?.orders ?? []).map((order) => ({ kind: 'order', id: order.id, order })) },
    ...closest.map((name) => ({ name, items: matched.filter(({ kind }) => kind === name).map(toItem) })),
    {
      name: 'product',
      items: (result?.products ?? []).map((product) => ({ kind: 'product', id: product.id, product })),
    },
  ]
}
