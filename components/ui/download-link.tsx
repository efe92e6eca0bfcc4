'use client'

import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { PendingLabel } from './button'
import { FormError } from './form-error'
import { useDownload, type Download, type DownloadOptions } from './use-download'

type Look = { className?: string; label?: string; children: ReactNode }
type DownloadLinkProps = Look & Pick<DownloadOptions, 'isLarge' | 'failure'> & { href: string }

/** A file of one of our own routes; where it fails, what failed is said here and nothing is saved. Stands in a wrapping row. */
export function DownloadLink({ href, isLarge, failure, ...look }: DownloadLinkProps) {
  return <LinkOfDownload download={useDownload(href, { isLarge, failure })} {...look} />
}

/** The same where what is around it knows of the download too. */
export function LinkOfDownload({ download, className, label, children }: Look & { download: Download }) {
  const t = useTranslations('ui.download')
  const { href, state, failure, isRequested, take } = download
  const pending = state === 'pending'
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!pending) void take(true)
  }
  return (
    <>
      <a
        href={href}
        download
        className={className}
        aria-label={label}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        onClick={onClick}
      >
        <PendingLabel pending={pending}>{children}</PendingLabel>
      </a>
      <span role="status" className="sr-only">
        {pending && t('preparing')}
      </span>
      {failure && (
        // Takes the row's width and adds none to it.
        <div className="order-last w-0 min-w-full">
          <FormError error={failure} keepsFocus={!isRequested} />
        </div>
      )}
    </>
  )
}
