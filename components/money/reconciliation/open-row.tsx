'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { ComponentProps } from 'react'
import { RowLink } from '@/components/ui/table'

/** From there on the detail has room over the list. */
const wide = '(min-width: 64rem)'

type OpenRowProps = Omit<ComponentProps<typeof RowLink>, 'href'> & { id: string; href: string }

/** Opens the detail over the list where there is room, else as a page of its own; in a new tab always as that. */
export function OpenRow({ id, href, ...rest }: OpenRowProps) {
  const router = useRouter()
  const pathname = usePathname()
  const params = useSearchParams()
  return (
    <RowLink
      {...rest}
      href={href}
      prefetch={false}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || !window.matchMedia(wide).matches) return
        event.preventDefault()
        const next = new URLSearchParams(params)
        next.set('open', id)
        router.push(`${pathname}?${next.toString()}`, { scroll: false })
      }}
    />
  )
}
