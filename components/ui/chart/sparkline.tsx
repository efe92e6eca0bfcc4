import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { classNames } from '../class-names'

type SparklineProps = { values: (number | null)[]; className?: string }

/** The shape of a series beside its figure: decorative, the figure and the difference say it in words. */
export function Sparkline({ values, className }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  const box = classNames('h-7 w-full', className)
  if (known.length < 2) return <div aria-hidden className={box} />
  const x = scaleLinear([0, values.length - 1], [0, 100])
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const y = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [22, 3])
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
  return (
    <svg aria-hidden viewBox="0 0 100 25" preserveAspectRatio="none" className={classNames(box, 'overflow-visible')}>
      <path
        d={path(values) ?? ''}
        fill="none"
        className="stroke-accent-text"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
