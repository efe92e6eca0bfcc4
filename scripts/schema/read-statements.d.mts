/** A column as the sources declare it: `kinds` has what its value may be. */
export type DeclaredColumn = { name: string; kinds: string[]; isOptional: boolean }
export type Statement = { path: string; line: number; texts: string[]; columns?: DeclaredColumn[] }
export function readStatements(files: string[]): Statement[]
