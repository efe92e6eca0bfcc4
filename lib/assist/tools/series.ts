import type { DayRange } from '@/lib/core/dates'
import type { SeriesPoint, ToolAnswer, ToolSeries } from './contract'

/** More points than these are no course that anybody follows. */
const MOST_POINTS = 100

type Drawn = Pick<ToolSeries, 'name' | 'unit' | 'by'> & {
  points: SeriesPoint[]
  before?: DayRange
  past?: SeriesPoint[]
}

/** A series where there is more than one step of it to follow. */
export function seriesOf({ points, before, past = [], ...what }: Drawn): Pick<ToolAnswer, 'series'> {
  if (points.length < 2 || points.length > MOST_POINTS) return {}
  return { series: { ...what, points, compared: before && past.length > 1 ? { period: before, points: past } : null } }
}

export const mapPoints = <T>({ points, compared, ...rest }: ToolSeries, to: (point: SeriesPoint) => T) => ({
  ...rest,
  points: points.map(to),
  compared: compared && { ...compared, points: compared.points.map(to) },
})
