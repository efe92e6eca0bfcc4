import 'server-only'
import * as catalogue from './checks/catalogue'
import * as connections from './checks/connections'
import * as money from './checks/money'
import * as people from './checks/people'
import * as sales from './checks/sales'
import * as stock from './checks/stock'
import type { HealthCheck } from './contract'
import { checkNames, type CheckName } from './schema'

const byName: Record<CheckName, HealthCheck> = { ...stock, ...sales, ...catalogue, ...connections, ...money, ...people }

/** Every check, in the order in which a run asks them. */
export const healthChecks: readonly HealthCheck[] = checkNames.map((name) => byName[name])

/** Undefined for one that an older version knew. */
export const findCheck = (name: string): HealthCheck | undefined => healthChecks.find((check) => check.name === name)
