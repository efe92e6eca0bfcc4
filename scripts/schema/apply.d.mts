import type { ClientBase } from 'pg'
import type { SqlObject } from './files.mjs'
export function compareWithFiles(client: ClientBase, names?: [string, string], objects?: SqlObject[]): Promise<string[]>
export function applyObjects(
  client: ClientBase,
  objects: SqlObject[],
  options?: { fromNothing?: boolean },
): Promise<{ failed: Map<string, Error>; replaced: { key: string; drop: string }[] }>
