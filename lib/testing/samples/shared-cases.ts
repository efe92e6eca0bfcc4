import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { whereFound } from '../harnesses/left-out'

export const sharedCases = join(process.env.SHARED_FOLDER ?? join(process.cwd(), '../shared'), 'cases')

/** Files as the world sends them lie beside the checkout; where they do not, their tests count as not run. */
export const describeCases = (name: string, run: () => void) => describe(name, whereFound(sharedCases), run)
export const readCase = (name: string): Buffer => readFileSync(join(sharedCases, name))
