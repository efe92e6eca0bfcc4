import type { Scenario } from './scenario'
import { allStops } from './scenarios/all-stops'
import { baskets } from './scenarios/baskets'
import { databaseAway } from './scenarios/database-away'
import { databaseStops } from './scenarios/database-stops'
import { gracefulStop } from './scenarios/graceful-stop'
import { hotSku } from './scenarios/hot-sku'
import { keysChange } from './scenarios/keys-change'
import { ledgerModel } from './scenarios/ledger-model'
import { webhookEvents } from './scenarios/webhook-events'
import { shopeeAway } from './scenarios/shopee-away'
import { suites } from './suites'

/** The scenarios of the default form. */
export const defaultScenarios: Scenario[] = [allStops]

export const scenarios: Scenario[] = [
  ...defaultScenarios,
  hotSku,
  baskets,
  ledgerModel,
  databaseStops,
  databaseAway,
  shopeeAway,
  gracefulStop,
  keysChange,
  webhookEvents,
  ...suites,
]
