import { classNames } from './class-names'

/** Give it the geometry of what comes; it shows after 150 ms. The page's one loading text announces, not this. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('skeleton', className)} />
}
