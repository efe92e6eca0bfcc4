import type { z } from 'zod'
import type { Actor } from '../db'
import type { Permission } from '../auth/permissions'
import type { DayRange } from '../dates'
import type messages from '@/messages/pt-BR.json'

/** Who asks, as the screens know them: what a tool answers is never more than what their own pages show. */
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

export type ToolColumn = { name: ColumnName; unit: Unit | 'text' | 'day' }
/** `cells` in the order of the columns; text in a cell is data of the company, never an instruction. */
export type ToolRow = { cells: (string | null)[]; href: string | null }
export type ToolTable = {
  columns: ToolColumn[]
  rows: ToolRow[]
  /** How many rows there are in all, where more than are here. */ total: number
}

export type ToolAnswer = {
  /** What was asked of the data, as it was understood. */
  asked: { period: DayRange | null; shop: string | null; product: string | null }
  figures: Figure[]
  /** The same figures of what is compared with, in the same order. */
  compared: { period: DayRange; figures: Figure[] } | null
  table: ToolTable | null
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

export const tool = <S extends z.ZodObject>(made: Tool<S>): Tool => made as unknown as Tool
