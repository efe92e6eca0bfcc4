export function compactBuild(folder: string): void
export function inOneByte(text: string): string
