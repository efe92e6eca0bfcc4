import { PhotoIcon } from '@heroicons/react/24/outline'
import { classNames } from '@/components/ui/class-names'

type ProductPhotoProps = { fileId: string | null; className?: string; alt?: string }

/** Decorative beside the title unless `alt` says otherwise. */
export function ProductPhoto({ fileId, alt = '', className }: ProductPhotoProps) {
  const look = classNames('shrink-0 rounded-control border border-line bg-sunken', className ?? 'size-10')
  if (!fileId) {
    return (
      <span aria-hidden className={classNames('grid place-items-center text-ink-3', look)}>
        <PhotoIcon className="size-1/2 max-w-8" />
      </span>
    )
  }
  return (
    // A file of our own store behind a route that checks the session: the image optimizer has none.
    // oxlint-disable-next-line nextjs/no-img-element
    <img src={`/api/files/${fileId}`} alt={alt} loading="lazy" className={classNames('object-cover', look)} />
  )
}
