export type Statement = { path: string; line: number; texts: string[] }
export function readStatements(files: string[]): Statement[]
