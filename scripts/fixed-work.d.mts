export const QUIET_SECONDS: number
export function timeFixedWork(): Promise<number>
