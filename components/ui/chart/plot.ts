import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

export type SeriesPoint = { value: number | null; previous?: number | null }

/** Where things stand, in percent of the plot from its left and top. */
export type Plot = {
  ticks: { value: number; top: number }[]
  points: { left: number; top: number | null; previousTop: number | null }[]
  linePath: string
  areaPath: string
  previousPath: string
}

/** The texts of a point: its title, its value and, where there is one, the value before. */
export type PointTexts = [title: string, value: string, previous?: string]
/** Where it stands, in percent of the plot: from its left, and its values from the top. */
export type PointPlace = [left: number, top: number | null, previousTop?: number | null]

const wantedTicks = 4

/** The axis holds zero, ends on round numbers, and a series without height still gets one. */
export function layOutPlot(series: SeriesPoint[]): Plot {
  const values = series.flatMap(({ value, previous }) => [value, previous]).filter((value) => typeof value === 'number')
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const y = scaleLinear([low, low === high ? 1 : high], [100, 0]).nice(wantedTicks)
  const x = scaleLinear([0, Math.max(1, series.length - 1)], series.length === 1 ? [50, 50] : [0, 100])
  const left = (_: SeriesPoint, index: number) => x(index)
  const current = line<SeriesPoint>(left, ({ value }) => y(value ?? 0)).defined(({ value }) => value !== null)
  const before = line<SeriesPoint>(left, ({ previous }) => y(previous ?? 0)).defined(
    ({ previous }) => typeof previous === 'number',
  )
  const below = area<SeriesPoint>(left, y(0), ({ value }) => y(value ?? 0)).defined(({ value }) => value !== null)
  return {
    ticks: y.ticks(wantedTicks).map((value) => ({ value, top: y(value) })),
    points: series.map((point, index) => ({
      left: x(index),
      top: point.value === null ? null : y(point.value),
      previousTop: typeof point.previous === 'number' ? y(point.previous) : null,
    })),
    linePath: current(series) ?? '',
    areaPath: below(series) ?? '',
    previousPath: before(series) ?? '',
  }
}

/** Which of `count` places get a label when at most `most` fit: the ends always, between them every so many, none close to the last. */
export function pickLabels(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  const last = count - 1
  const step = Math.ceil(last / (most - 1))
  const between = Array.from({ length: most }, (_, index) => index * step)
  return [...between.filter((place) => (last - place) * 2 > step), last]
}

/** Hundredths of a percent are finer than a pixel. */
export const placeOf = (left: number, ...tops: (number | null)[]): PointPlace => {
  const round = (share: number) => Math.round(share * 100) / 100
  const [top = null, previousTop] = tops.map((share) => (share === null ? null : round(share)))
  return previousTop === undefined ? [round(left), top] : [round(left), top, previousTop]
}
