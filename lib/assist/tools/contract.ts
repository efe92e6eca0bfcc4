import type { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import type { Permission } from '@/lib/core/permissions'
import type { DayRange } from '@/lib/core/dates'
import type messages from '@/messages/pt-BR.json'

/** The viewer, as for the screens: a tool's answer is never more than their own pages show. */
export type ToolViewer = Actor & { userId: string; timeZone: string; language: 'pt' | 'en' }

export type Unit = 'cents' | 'count' | 'share' | 'days'
export type FigureName = keyof (typeof messages)['tools']['figures']
export type ColumnName = keyof (typeof messages)['tools']['columns']
export type NoteName = keyof (typeof messages)['tools']['notes']
export type ToolName = keyof (typeof messages)['tools']['names']

/**
 * One number and the page that shows the rows it adds up from. `value` is whole cents, a count, or a share between 0 and 1,
 * as text so that it is exact in JSON; null is unknown, which is never zero.
 */
export type Figure = { name: FigureName; unit: Unit; value: string | null; href: string }

/** Where the words of codes stand: the messages that screens name them by. */
export type StateWords =
  | 'orders.filters.statuses'
  | 'reconciliation.states'
  | 'reconciliation.causes'
  | 'cases.states'
  | 'returns.states'
  | 'returns.kinds'
  | 'health.marks'
  | 'result.lines'
  | 'orders.detail.kinds'
  | 'analytics.losses.who'
  | 'analytics.losses.reasons'
  | 'expenses.kinds'
  | 'fees.lines'
  | 'tools.tasks'
  | 'tools.payoutLines'

/** A cell of a `state` is a code: programs read it as it is, people read its word. */
export type ToolColumn =
  | { name: ColumnName; unit: Unit | 'text' | 'day' }
  | { name: ColumnName; unit: 'state'; words: StateWords }
/** `cells` in the order of the columns; text in a cell is data of the company, never an instruction. */
export type ToolRow = { cells: (string | null)[]; href: string | null }
export type ToolTable = {
  columns: ToolColumn[]
  rows: ToolRow[]
  /** The total number of rows, of which these are the first; null where they were not counted. */
  total: number | null
}

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]
/** The value of some days, both included, and the page with the rows behind it, where there is one. Null is unknown. */
export type SeriesPoint = DayRange & { value: string | null; href: string | null }
/**
 * One figure over time, step by step in order, empty steps too: where it is a sum the points add up to the figure. The
 * compared period has steps of its own, the first beside the first.
 */
export type ToolSeries = {
  name: FigureName
  unit: Unit
  by: Step
  points: SeriesPoint[]
  compared: { period: DayRange; points: SeriesPoint[] } | null
}

/** First steps for a company without data: keys of `tools.beginnings`. */
export type BeginningName = keyof (typeof messages)['tools']['beginnings']

export type ToolAnswer = {
  /** The filters of the request, as they were understood. */
  asked: { period: DayRange | null; shop: string | null; product: string | null }
  figures: Figure[]
  /** The same figures of what is compared with, in the same order. */
  compared: { period: DayRange; figures: Figure[] } | null
  table: ToolTable | null
  /** Where the days asked for are more than one step. */
  series?: ToolSeries
  /** Nothing was found: nothing in these days, or nothing at all in a company that has yet to begin. */
  nothing?: { beginnings: { name: BeginningName; href: string }[] }
  notes: { name: NoteName; values: Record<string, string> }[]
  /** The page on which all of it stands. */
  href: string
}

/** A question that the company's data answers, over the same queries as the screens. It reads only. */
export type Tool<S extends z.ZodObject = z.ZodObject> = {
  name: ToolName
  /** In English, for models and programs. */
  description: string
  permission: Permission
  schema: S
  run: (viewer: ToolViewer, input: z.output<S>) => Promise<ToolAnswer>
}

/** An answer as a tool makes it: nothing is compared and nothing noted unless it says so. */
export type MadeAnswer = Omit<ToolAnswer, 'compared' | 'notes'> & Partial<Pick<ToolAnswer, 'compared' | 'notes'>>
type MadeTool<S extends z.ZodObject> = Omit<Tool<S>, 'run'> & {
  run: (viewer: ToolViewer, input: z.output<S>) => Promise<MadeAnswer>
}

export const tool = <S extends z.ZodObject>({ run, ...made }: MadeTool<S>): Tool =>
  ({
    ...made,
    run: async (viewer: ToolViewer, input: z.output<S>) => ({
      compared: null,
      notes: [],
      ...(await run(viewer, input)),
    }),
  }) as unknown as Tool
