import 'server-only'
import type { Actor } from '../db'
import { changeOrganization } from '../settings/change-organization'
import type { UpdateBuyingRulesInput } from './schema'

/** From here on: what was received and sold before keeps its cost. */
export const updateBuyingRules = (actor: Actor, { version, ...rules }: UpdateBuyingRulesInput) =>
  changeOrganization(actor, version, () => rules)
