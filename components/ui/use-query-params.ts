'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'

/** Another filter starts at the first page again. */
const cursorParams = ['after', 'before', 'cursor', 'page']

type Changes = Record<string, string | null>

/** Filters live in the query string. Null or '' takes a parameter out. */
export function useQueryParams() {
  const pathname = usePathname()
  const router = useRouter()
  const params = useSearchParams()
  const [pending, startTransition] = useTransition()

  const hrefWith = (changes: Changes): string => {
    const next = new URLSearchParams(params)
    for (const name of cursorParams) next.delete(name)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const query = next.toString()
    return query ? `${pathname}?${query}` : pathname
  }
  const setParams = (changes: Changes, { replace = false } = {}) => {
    const href = hrefWith(changes)
    startTransition(() => (replace ? router.replace(href, { scroll: false }) : router.push(href, { scroll: false })))
  }

  return { params, hrefWith, setParams, pending }
}
