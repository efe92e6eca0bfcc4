import type { SqlObject } from './files.mjs'
export type Migration = { name: string; text: string }
export function readMigrations(): Migration[]
export function lintMigrations(migrations?: Migration[], objects?: (SqlObject & { path: string })[]): string[]
