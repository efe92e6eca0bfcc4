import 'server-only'
import type { Actor } from '@/lib/core/db'
import { changeOrganization } from '@/lib/identity/settings/change-organization'
import type { UpdateBuyingRulesInput } from './schema'

/** From here on: what was received and sold before keeps its cost. */
export const updateBuyingRules = (actor: Actor, { version, ...rules }: UpdateBuyingRulesInput) =>
  changeOrganization(actor, version, () => rules)
