'use client'

import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names'

type AvatarProps = {
  src?: string | null
  email: string
  /** For a list of people: its first letter comes before the e-mail's. */
  name?: string
  className?: string
}
type ImageState = 'idle' | 'loading' | 'loaded' | 'error'

/** The first letter of the name, where one is given, or of the e-mail shows unless the image has loaded. Decorative: the name stands beside it. */
export function Avatar({ src, email, name, className }: AvatarProps) {
  const image = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<ImageState>(src ? 'loading' : 'idle')

  useEffect(() => {
    const element = image.current
    if (!element) return setState('idle')
    if (!element.complete) return setState('loading')
    setState(element.naturalWidth > 0 ? 'loaded' : 'error')
  }, [src])

  return (
    <span
      aria-hidden
      data-state={state}
      className={classNames(
        'relative inline-grid size-8 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft text-[13px] font-title text-accent-text select-none',
        className,
      )}
    >
      {state !== 'loaded' && [...(name?.trim() || email)][0]?.toUpperCase()}
      {src && (
        // An avatar is a file of our own store behind a route that checks the session: the image optimizer has none.
        // oxlint-disable-next-line nextjs/no-img-element
        <img
          ref={image}
          src={src}
          alt=""
          onLoad={() => setState('loaded')}
          onError={() => setState('error')}
          className={classNames('absolute inset-0 size-full object-cover', state !== 'loaded' && 'opacity-0')}
        />
      )}
    </span>
  )
}
