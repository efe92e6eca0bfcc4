'use client'

import { useState, type MouseEvent, type ReactNode } from 'react'
import { downloadLarge, downloadWhole } from './download'
import { FormError } from './form-error'
import type { ActionFailure } from './use-action'

type DownloadLinkProps = {
  href: string
  className?: string
  children: ReactNode
  /** Asked for with `?check` first, then left to the browser: a file too large to be held by the page. */
  isLarge?: boolean
}

/** A file of one of our own routes; where it fails, what failed is said here and nothing is saved. Stands in a wrapping row. */
export function DownloadLink({ href, className, children, isLarge = false }: DownloadLinkProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ActionFailure | null>(null)
  const take = async () => {
    setPending(true)
    setError(null)
    setError(isLarge ? await downloadLarge(href) : await downloadWhole(href))
    setPending(false)
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!pending) void take()
  }
  return (
    <>
      <a href={href} download className={className} aria-busy={pending || undefined} onClick={onClick}>
        {children}
      </a>
      {error && (
        <div className="basis-full">
          <FormError error={error} />
        </div>
      )}
    </>
  )
}
