import type { Change } from './list.mjs'

export function placeOf(change: Change): { file: string; before: string | null; after: string }
