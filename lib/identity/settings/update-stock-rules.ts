import 'server-only'
import type { Actor } from '@/lib/core/db'
import { changeOrganization } from './change-organization'
import type { UpdateStockRulesInput } from './schema'

export const updateStockRules = (actor: Actor, { version, ...rules }: UpdateStockRulesInput) =>
  changeOrganization(actor, version, () => rules)
