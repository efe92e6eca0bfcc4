export function webProcesses(env: Record<string, string | undefined>): string[]
