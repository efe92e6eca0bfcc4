export type Change = { find?: RegExp; put?: string; file?: string; sqlFunction?: string; sql?: string }
export const guards: { group: string; name: string; removes: string; changes: Change[]; tests: string[] }[]
