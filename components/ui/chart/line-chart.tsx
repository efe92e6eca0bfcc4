import { classNames } from '../class-names'
import { ChartCursor } from './chart-cursor'
import { DataTable } from './data-table'
import { LegendMark } from './legend-mark'
import { layOutPlot, pickLabels, placeOf, type PointTexts } from './plot'

export type LineChartPoint = {
  /** On the axis: '21/11'. */
  label: string
  /** In the tooltip and table: '21/11/2026'. */
  title: string
  value: number | null
  valueText: string
  previous?: number | null
  previousText?: string
  /** The page with the rows behind it: its row in the table leads there. */
  href?: string | null
}

type LineChartProps = {
  /** Says what is drawn, for the table and for screen readers. */
  label: string
  points: LineChartPoint[]
  /** Names of the x values and of the two series: 'Dia', 'Período', '30 dias anteriores'. */
  names: { x: string; current: string; previous?: string }
  formatTick: (value: number) => string
  className?: string
}

const labelsOnDesktop = 7
const labelsOnPhone = 4

/** Drawn on the server. The shapes stretch, the words do not: they stand in HTML beside the drawing, so none is cut. */
export function LineChart({ label, points, names, formatTick, className }: LineChartProps) {
  const plot = layOutPlot(points)
  const onPhone = pickLabels(points.length, labelsOnPhone)
  const texts = points.map(({ title, valueText, previousText }): PointTexts =>
    previousText ? [title, valueText, previousText] : [title, valueText],
  )
  return (
    <figure aria-label={label} className={className}>
      <Legend names={names} />
      <div className="grid grid-cols-[auto_1fr] gap-x-2 text-[11px] text-ink-3 tabular-nums">
        <div aria-hidden className="grid h-52 justify-items-end sm:h-56">
          {plot.ticks.map(({ value, top }) => (
            <span
              key={value}
              className="relative h-0 leading-0 whitespace-nowrap [grid-area:1/1]"
              style={{ top: `${top}%` }}
            >
              {formatTick(value)}
            </span>
          ))}
        </div>
        <div className="relative h-52 sm:h-56">
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {plot.ticks.map(({ value, top }) => (
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
            <path d={plot.areaPath} className="fill-accent opacity-12" />
            <path
              d={plot.previousPath}
              fill="none"
              strokeWidth={1.5}
              strokeDasharray="4 3"
              className="stroke-ink-3"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={plot.linePath}
              fill="none"
              strokeWidth={2}
              strokeLinejoin="round"
              strokeLinecap="round"
              className="stroke-accent-text"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <ChartCursor
            label={label}
            names={names}
            texts={texts}
            places={plot.points.map(({ left, top, previousTop }) => placeOf(left, top, previousTop))}
          />
        </div>
        <div aria-hidden className="relative col-start-2 mt-2 h-4">
          {[false, true].map((phone) => (
            <div key={String(phone)} className={phone ? 'sm:hidden' : 'max-sm:hidden'}>
              {(phone ? onPhone : pickLabels(points.length, labelsOnDesktop)).map((index) => (
                <AxisLabel key={index} left={plot.points[index]?.left ?? 0} text={points[index]?.label ?? ''} />
              ))}
            </div>
          ))}
        </div>
      </div>
      <DataTable label={label} texts={texts} names={names} hrefs={hrefsOf(points)} />
    </figure>
  )
}

/** None cross to the browser where no point leads anywhere. */
const hrefsOf = (points: LineChartPoint[]) =>
  points.some(({ href }) => href) ? points.map(({ href }) => href ?? null) : undefined

function AxisLabel({ left, text }: { left: number; text: string }) {
  return (
    <span
      className={classNames(
        'absolute top-0 leading-4 whitespace-nowrap',
        left > 0 && left < 100 && '-translate-x-1/2',
        left >= 100 && '-translate-x-full',
      )}
      style={{ left: `${left}%` }}
    >
      {text}
    </span>
  )
}

function Legend({ names }: Pick<LineChartProps, 'names'>) {
  return (
    <figcaption className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-ink-2">
      <span className="inline-flex items-center gap-2">
        <LegendMark />
        {names.current}
      </span>
      {names.previous && (
        <span className="inline-flex items-center gap-2">
          <LegendMark dashed />
          {names.previous}
        </span>
      )}
    </figcaption>
  )
}
