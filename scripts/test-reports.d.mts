type Report = {
  passed: number
  failed: number
  skipped: number
  notRun: string[]
  failures: string[]
  tests: { name: string; seconds: number }[]
}
export function readVitestReport(file: string): Report
export function readPlaywrightReport(file: string): Report
export function readTortureReport(file: string): Report
