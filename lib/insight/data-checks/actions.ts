'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { requestRepair } from './request-repair'
import { requestRun } from './request-run'
import { repairInput, runInput } from './schema'

const permission = 'audit.health'
const limit = { name: 'health', points: 30, seconds: 600 }

export const runHealthAction = memberAction(runInput, requestRun, { name: 'health.run', permission, limit })
export const repairHealthAction = memberAction(repairInput, requestRepair, { name: 'health.repair', permission, limit })
