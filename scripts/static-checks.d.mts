export const lintArguments: string[]
