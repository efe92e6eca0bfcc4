import { useState } from 'react'
import type { Task } from '@/lib/insight/productivity/queries'
import { boardColumns, type BoardColumn } from '@/lib/insight/productivity/schema'

/** Where a card stands while it is lifted, or until the server's answer has reached the page. */
export type Placed = { id: string; version: number; column: BoardColumn; index: number }
export type Columns = Record<BoardColumn, Task[]>

export function arrange(tasks: readonly Task[], placed: Placed | null): Columns {
  const moved = placed && tasks.find(({ id }) => id === placed.id)
  const rest = tasks.filter((task) => task !== moved)
  const columns = Object.fromEntries(
    boardColumns.map((column) => [column, rest.filter((task) => task.column === column)]),
  ) as Columns
  if (placed && moved) columns[placed.column].splice(placed.index, 0, moved)
  return columns
}

/** One step of a lifted card by arrow key; null where there is no way on. */
export function step(columns: Columns, placed: Placed, key: string): Placed | null {
  const { column, index } = placed
  const others = columns[column].length - 1
  if (key === 'ArrowUp') return index > 0 ? { ...placed, index: index - 1 } : null
  if (key === 'ArrowDown') return index < others ? { ...placed, index: index + 1 } : null
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key]
  const next = aside && boardColumns[boardColumns.indexOf(column) + aside]
  return next ? { ...placed, column: next, index: Math.min(index, columns[next].length) } : null
}

/** The card that the placed one comes after; null: it is the first of its column. */
export const cardBefore = (columns: Columns, { column, index }: Placed): string | null =>
  columns[column][index - 1]?.id ?? null

export function useBoardOrder(tasks: readonly Task[]) {
  const [lifted, setLifted] = useState<Placed | null>(null)
  const [saving, setSaving] = useState<Placed | null>(null)
  const versionOf = (id: string) => tasks.find((task) => task.id === id)?.version ?? Infinity
  const waiting = saving && versionOf(saving.id) <= saving.version ? saving : null
  const placed = lifted ?? waiting
  return { lifted, setLifted, waiting, setSaving, columns: arrange(tasks, placed) }
}
