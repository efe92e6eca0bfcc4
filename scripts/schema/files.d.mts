export type SqlObject = {
  key: string
  kind: 'function' | 'trigger' | 'table' | 'policy'
  name: string
  table?: string
  statements: { comments: string; sql: string }[]
}
export type ObjectFile = { path: string; header: string; objects: SqlObject[] }
export const MIGRATIONS: string
export const BASELINE: string
export function readObjectFiles(folder?: string): ObjectFile[]
export function readObjects(text: string, path: string): { header: string; objects: SqlObject[] }
export function sqlOf(object: SqlObject): string
export function listObjects(files?: ObjectFile[]): (SqlObject & { path: string })[]
export function listMigrationNames(folder?: string): string[]
