type Counted = {
  passed: number
  failed: number
  skipped: number
  tests?: { name: string; seconds: number }[]
}
export type Ran = {
  name: string
  together?: string
  budget?: number
  /** Seconds on one clock. */
  begun: number
  ended: number
  holds: boolean
  counted?: Counted
}
export function tableOf(ran: Ran[], wholeSeconds: number): string[]
export function machineLine(seconds: number, quietSeconds: number): string
export function budgetLine(ran: Ran[], wholeSeconds: number): string
export function slowestTests(ran: Ran[], most?: number): string[]
export function resultPage(run: {
  date: string
  commit: string
  machine: { cores: number; model: string; gigabytes: number; node: string }
  ran: Ran[]
  fixedWork: number
  quietSeconds: number
  installing: number
  wholeSeconds: number
  totals: { passed: number; failed: number; skipped: number; failures: string[]; notRun: string[] }
}): string
