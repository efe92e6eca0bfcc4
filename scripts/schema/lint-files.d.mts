import type { SqlObject } from './files.mjs'
export function lintFiles(objects?: (SqlObject & { path: string })[]): string[]
