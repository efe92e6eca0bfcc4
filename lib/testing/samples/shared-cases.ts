import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const sharedCases = join(process.env.SHARED_FOLDER ?? join(process.cwd(), '../shared'), 'cases')

/** Files as the world sends them lie beside the checkout; where they do not, their tests count as not run. */
export const describeCases = existsSync(sharedCases) ? describe : describe.skip
export const readCase = (name: string): Buffer => readFileSync(join(sharedCases, name))
