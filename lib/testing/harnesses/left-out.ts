import { existsSync } from 'node:fs'
import { isFullProfile } from './report-figures'

/** Leaves a test or a group out where `holds` does not; the check prints why (scripts/test-reports.mjs). */
export const onlyWhere = (holds: boolean, why: string) => ({
  skip: !holds,
  // Vitest's own name for it is a type without members.
  meta: { notRun: why } as object,
})

export const inFullForm = (why: string, timeout?: number) => ({
  ...onlyWhere(isFullProfile, `full form: ${why}`),
  ...(timeout && { timeout }),
})

/** For tests that read what is no part of the project. */
export const whereFound = (path: string) => onlyWhere(existsSync(path), 'its samples are not beside the checkout')
