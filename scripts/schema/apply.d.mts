import type { ClientBase } from 'pg'
import type { SqlObject } from './files.mjs'
export function compareWithFiles(client: ClientBase, names?: [string, string], objects?: SqlObject[]): Promise<string[]>
