'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientSettings } from '@/components/ui/client-settings'
import type { ErrorCode } from '@/lib/core/errors'
import type { SellableProduct } from '@/lib/sales/orders/cart'

const settleMs = 200
const shownAsTheyAre = ['signedOut', 'organizationChanged', 'permissionDenied', 'tooManyRequests'] as const

class LookupError extends Error {
  constructor(readonly code: ErrorCode) {
    super(code)
  }
}

export function lookupErrorCode(error: unknown): ErrorCode {
  if (error instanceof LookupError) return error.code
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'connectionTimeout' : 'cartAddFailed'
}

type Lookup = { q: string } | { code: string } | { ids: string }

async function fetchProducts(organizationId: string, lookup: Lookup): Promise<SellableProduct[]> {
  const query = new URLSearchParams({ organization: organizationId, ...lookup })
  const response = await fetch(`/api/orders/product-search?${query.toString()}`, {
    signal: AbortSignal.timeout(clientSettings.actionDeadlineMs),
    headers: { accept: 'application/json' },
  })
  const body = (await response.json().catch(() => ({}))) as { data?: SellableProduct[]; error?: string }
  if (response.ok && body.data) return body.data
  throw new LookupError(shownAsTheyAre.find((code) => code === body.error) ?? 'cartAddFailed')
}

const allLookups = (organizationId: string) => ['sellable-products', organizationId]

/** The matches of the text once typing pauses; empty for a blank one. */
export function useProductSearch(organizationId: string, text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  const q = settled.trim()
  const search = useQuery({
    queryKey: [...allLookups(organizationId), 'q', q],
    queryFn: () => fetchProducts(organizationId, { q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const upToDate = settled === text && !search.isPlaceholderData
  return { products: q === '' ? [] : (search.data ?? []), searched: q !== '' && upToDate && search.isSuccess }
}

/** Prices and stock that an order is built on are always requested again. */
export function useProductLookup(organizationId: string) {
  const client = useQueryClient()
  const lookUp = (lookup: Lookup) =>
    client.fetchQuery({
      queryKey: [...allLookups(organizationId), lookup],
      queryFn: () => fetchProducts(organizationId, lookup),
      staleTime: 0,
    })
  return {
    findByCode: async (code: string): Promise<SellableProduct | null> => (await lookUp({ code }))[0] ?? null,
    listByIds: (ids: string[]) => lookUp({ ids: ids.join(',') }),
    refreshLookups: () => client.invalidateQueries({ queryKey: allLookups(organizationId) }),
  }
}
