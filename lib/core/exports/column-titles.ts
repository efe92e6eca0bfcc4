import 'server-only'
import { can } from '@/lib/core/permissions'
import type { ExportContext } from './list-kind'

export type Translate = ExportContext['t']
/** The texts of the columns, by list: each kind reads its own part by a function whose keys are checked. */
export type Titles = (typeof import('@/messages/pt-BR.json'))['exports']['columns']

export const seesMoney = ({ role }: ExportContext) => can(role, 'money.read')
export const numberOf = (value: bigint | null | undefined) =>
  value === null || value === undefined ? null : Number(value)

/** Columns that the role may see; the others are neither written nor read. */
export const shownIf = <T>(shown: boolean, columns: T[]): T[] => (shown ? columns : [])
