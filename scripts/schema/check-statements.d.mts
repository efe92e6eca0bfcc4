import type { ClientBase } from 'pg'
import type { Statement } from './read-statements.mjs'
export function listSources(): string[]
export function checkStatements(client: ClientBase, statements: Statement[]): Promise<string[]>
