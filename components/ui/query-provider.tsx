'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { clientSettings } from './client-settings'

const { staleTimeMs, keptMs, retries } = clientSettings.cache

// A rendered page is never asked for again on the server: a timer would keep its request in memory until it rang.
const gcTime = typeof window === 'undefined' ? Infinity : keptMs

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        gcTime,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        retry: retries,
      },
    },
  })
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
