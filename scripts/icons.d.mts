export const iconModules: Record<string, string>
export function listIcons(sources: string[]): Map<string, string[]>
export function symbolOf(id: string, source: string): string
export function writeIcons(folder?: string): void
