import type { Right } from '@/lib/core/permissions'
import type { DayRange } from '@/lib/core/dates'
import type { ToolViewer, Unit } from '../../tools/contract'
import type { SectionName } from '../schema'
import type messages from '@/messages/pt-BR.json'

export type ColumnName = keyof (typeof messages)['agentTasks']['columns']
export type SectionColumn = { name: ColumnName; unit: Unit | 'text' | 'day' | 'ofRow' }

/** `cells` in the order of the columns, exact and as text; null is unknown. `href` leads to the rows behind it. */
export type SectionRow = { cells: (string | null)[]; href: string | null; unit?: Unit }
export type Section = {
  name: SectionName
  columns: SectionColumn[]
  rows: SectionRow[]
  /** How many rows there are, where more than are here. */
  total: number
  /** For the result: the change of the profit since the days before, and the line that changed it most. */
  lead?: { profit: string; change: string; line: string; by: string }
  /** The page on which all of it stands. */
  href: string
}

export type SectionScope = { range: DayRange; shopId: string | null }

/** One part of what a task is about, as the asker's own pages show it. No buyer is in any of them. */
export type SectionSource = {
  name: SectionName
  rights: readonly Right[]
  read: (viewer: ToolViewer, scope: SectionScope) => Promise<Section>
}
