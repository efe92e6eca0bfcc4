'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { createTask } from './create-task'
import { answerQuestion, approvePack, cancelTask, decideAction, retryTask } from './decide-task'
import { answerInput, approvePackInput, createTaskInput, decideInput, taskIdInput } from './schema'

const permission = 'assistant.ask'
const approving = 'assistant.approvePack'
const limit = { name: 'agent-task', points: 30, seconds: 600 }

export const createTaskAction = memberAction(createTaskInput, createTask, { name: 'agentTask.ask', permission, limit })
export const cancelTaskAction = memberAction(taskIdInput, cancelTask, { name: 'agentTask.cancel', permission })

// Data leaves the company first, then every message and confirmation: each needs the right to approve a pack.
export const approvePackAction = memberAction(approvePackInput, approvePack, {
  name: 'agentTask.approve',
  permission: approving,
})
export const retryTaskAction = memberAction(taskIdInput, retryTask, { name: 'agentTask.retry', permission: approving })
export const answerQuestionAction = memberAction(answerInput, answerQuestion, {
  name: 'agentTask.answer',
  permission: approving,
})
export const decideActionAction = memberAction(decideInput, decideAction, {
  name: 'agentTask.decide',
  permission: approving,
})
