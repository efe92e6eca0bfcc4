import { z } from 'zod'

/** The version a form was filled in from, within what its column holds. */
export const recordVersion = z.int().min(1).max(2_147_483_647)
