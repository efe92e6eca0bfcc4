import 'server-only'
import type { Actor } from '@/lib/core/db'
import { changeOrganization } from './change-organization'
import type { SetProductivityInput } from './schema'

export const setProductivity = (actor: Actor, { version, on }: SetProductivityInput) =>
  changeOrganization(actor, version, () => ({ productivity: on }))
