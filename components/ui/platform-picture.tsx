'use client'

import { PhotoIcon } from '@heroicons/react/24/outline'
import { useState } from 'react'
import { classNames } from './class-names'

type PlatformPictureProps = { src: string | null; className?: string; alt?: string }

/** A picture on the marketplace's own server, where the page's policy lets it be loaded. Decorative unless `alt` says otherwise. */
export function PlatformPicture({ src, alt = '', className }: PlatformPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const look = classNames(
    'shrink-0 overflow-hidden rounded-control border border-line bg-sunken',
    className ?? 'size-10',
  )
  if (!src || failed === src) {
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        className={classNames('grid place-items-center text-ink-3', look)}
      >
        <PhotoIcon aria-hidden className="size-1/2 max-w-8" />
      </span>
    )
  }
  return (
    // The image optimizer would fetch it from our server.
    // oxlint-disable-next-line nextjs/no-img-element
    <img
      // An image that failed before hydration fires no event.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(src)
      }}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
      className={classNames('object-cover', look)}
    />
  )
}
