import { PhotoIcon } from '@heroicons/react/24/outline'
import { classNames } from './class-names'

type PlatformPictureProps = { src: string | null; className?: string; alt?: string }

/** A picture on the marketplace's own server, where the page's policy lets it be loaded. Decorative unless `alt` says otherwise. */
export function PlatformPicture({ src, alt = '', className }: PlatformPictureProps) {
  const look = classNames(
    'shrink-0 overflow-hidden rounded-control border border-line bg-sunken',
    className ?? 'size-10',
  )
  if (!src) {
    return (
      <span aria-hidden className={classNames('grid place-items-center text-ink-3', look)}>
        <PhotoIcon className="size-1/2 max-w-8" />
      </span>
    )
  }
  return (
    // The image optimizer would fetch it from our server.
    // eslint-disable-next-line @next/next/no-img-element
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={classNames('object-cover text-xs text-ink-3', look)}
    />
  )
}
