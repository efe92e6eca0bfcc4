'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { ComponentProps } from 'react'
import { RowLink } from '@/components/ui/table'

/** As the page is laid out from there on: the detail stands beside the list. */
const beside = '(min-width: 80rem)'

type OpenRowProps = Omit<ComponentProps<typeof RowLink>, 'href'> & { id: string; href: string }

/** Opens the detail beside the list where there is room, else as a page of its own; in a new tab always as that. */
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
        if (event.metaKey || event.ctrlKey || event.shiftKey || !window.matchMedia(beside).matches) return
        event.preventDefault()
        const next = new URLSearchParams(params)
        next.set('open', id)
        router.push(`${pathname}?${next.toString()}`, { scroll: false })
      }}
    />
  )
}
