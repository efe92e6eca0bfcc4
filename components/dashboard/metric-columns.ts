import { classNames } from '@/components/ui/class-names'

/** The grid that the cards and their skeletons share: no row is left with a gap. */
export function metricColumns(cards: number): string {
  return classNames(
    'grid grid-cols-2 gap-3 sm:gap-4',
    cards === 5 ? 'lg:grid-cols-5' : 'lg:grid-cols-3 2xl:grid-cols-6',
  )
}
