import 'server-only'
import { manusAssistant } from '../agent-tasks/function'
import { auditRun } from './data-checks-function'
import { geminiFunction } from '../assistant/function'
import type { ServerFunction } from './contract'
import { testIntegrationFunction } from '../integrations/function'
import { shopFunctions } from './shop-functions'
import { toolFunctions } from './tool-functions'

/** Every server function: `POST /api/functions/{name}` knows no others, and `GET /api/functions` describes each. */
export const functions: readonly ServerFunction[] = [
  ...toolFunctions,
  ...shopFunctions,
  auditRun,
  manusAssistant,
  geminiFunction,
  testIntegrationFunction,
]

export const findFunction = (name: string) => functions.find((known) => known.name === name)
