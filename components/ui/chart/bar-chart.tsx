import { classNames } from '../class-names'
import { ChartCursor } from './chart-cursor'
import { DataTable } from './data-table'
import type { LineChartPoint } from './line-chart'
import { layOutPlot, pickLabels, placeOf, type PointTexts } from './plot'

type BarChartProps = {
  label: string
  points: LineChartPoint[]
  names: { x: string; current: string }
  formatTick: (value: number) => string
  className?: string
}

const labelsOnDesktop = 7
const labelsOnPhone = 4
const gapShare = 0.25

/** Drawn on the server, as LineChart is: a bar for each point, none where nothing is known. */
export function BarChart({ label, points, names, formatTick, className }: BarChartProps) {
  const { ticks } = layOutPlot(points)
  const zero = ticks.find(({ value }) => value === 0)?.top ?? 100
  const [low, high] = [ticks[0], ticks.at(-1)]
  const scale = low && high && high.value !== low.value ? (low.top - high.top) / (high.value - low.value) : 0
  const width = 100 / Math.max(1, points.length)
  const bars = points.map(({ value }, index) => {
    const top = zero - (value ?? 0) * scale
    return { left: width * (index + 0.5), top: value === null ? null : top, height: Math.abs(zero - top) }
  })
  const onPhone = pickLabels(points.length, labelsOnPhone)
  const texts = points.map(({ title, valueText }): PointTexts => [title, valueText])
  return (
    <figure aria-label={label} className={className}>
      <div className="grid grid-cols-[auto_1fr] gap-x-2 text-[11px] text-ink-3 tabular-nums">
        <div aria-hidden className="grid h-36 justify-items-end">
          {ticks.map(({ value, top }) => (
            <span
              key={value}
              className="relative h-0 leading-0 whitespace-nowrap [grid-area:1/1]"
              style={{ top: `${top}%` }}
            >
              {formatTick(value)}
            </span>
          ))}
        </div>
        <div className="relative h-36">
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {ticks.map(({ value, top }) => (
              <line
                key={value}
                x1={0}
                x2={100}
                y1={top}
                y2={top}
                className={value === 0 ? 'stroke-edge' : 'stroke-line'}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {bars.map(
              ({ left, top, height }) =>
                top !== null &&
                height > 0 && (
                  <rect
                    key={left}
                    x={left - (width * (1 - gapShare)) / 2}
                    y={Math.min(top, zero)}
                    width={width * (1 - gapShare)}
                    height={height}
                    className="fill-accent-text"
                  />
                ),
            )}
          </svg>
          <ChartCursor
            label={label}
            names={names}
            texts={texts}
            places={bars.map(({ left, top }) => placeOf(left, top))}
          />
        </div>
        <div aria-hidden className="relative col-start-2 mt-2 h-4">
          {[false, true].map((phone) => (
            <div key={String(phone)} className={phone ? 'sm:hidden' : 'max-sm:hidden'}>
              {(phone ? onPhone : pickLabels(points.length, labelsOnDesktop)).map((index) => (
                <span
                  key={index}
                  className={classNames(
                    'absolute top-0 leading-4 whitespace-nowrap',
                    index > 0 && index < points.length - 1 && '-translate-x-1/2',
                    index > 0 && index === points.length - 1 && 'right-0 left-auto!',
                  )}
                  style={{ left: index === 0 ? 0 : `${bars[index]?.left ?? 0}%` }}
                >
                  {points[index]?.label}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
      <DataTable label={label} texts={texts} names={names} />
    </figure>
  )
}
