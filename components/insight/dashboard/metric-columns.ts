import { classNames } from '@/components/ui/class-names'

/** Three side by side; on a phone one is swept to after the other. */
export const tileColumns =
  'mb-4 grid gap-4 lg:grid-cols-3 max-sm:-mx-4 max-sm:flex max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:gap-3 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1'

/** The grid that the cards and their skeletons share: no row is left with a gap. */
export function metricColumns(cards: number): string {
  return classNames(
    'grid grid-cols-2 gap-3 sm:gap-4',
    cards === 5 ? 'lg:grid-cols-5' : 'lg:grid-cols-3 2xl:grid-cols-6',
  )
}
