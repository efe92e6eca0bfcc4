/** Why a file of the company is not in the archive. */
export const leftOutReasons = ['missing', 'damaged', 'tooLarge'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** So many files that are not in the archive are named. */
const NAMED = 10_000

/** The content of the archive, gathered while it is written: its last pages list it. */
export type ArchiveContents = {
  tables: { name: string; rows: number; leftOut: string[] }[]
  lists: { name: string; rows: number }[]
  files: Map<string, { count: number; bytes: bigint }>
  leftOut: Record<LeftOutReason, { count: number; names: string[] }>
}

export const emptyContents = (): ArchiveContents => {
  const none = () => ({ count: 0, names: [] })
  return { tables: [], lists: [], files: new Map(), leftOut: { missing: none(), damaged: none(), tooLarge: none() } }
}

export function recordLeftOut({ leftOut }: ArchiveContents, reason: LeftOutReason, name: string): void {
  leftOut[reason].count += 1
  if (leftOut[reason].names.length < NAMED) leftOut[reason].names.push(name)
}
