export type About = { kind: string; name: string; table?: string }
export function splitStatements(script: string): { comments: string; sql: string }[]
export function aboutOf(sql: string): About | null
export function keyOf(about: About): string
