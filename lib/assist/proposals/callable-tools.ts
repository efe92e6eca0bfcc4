import 'server-only'
import { can, type Permission, type Role } from '@/lib/core/permissions'
import { absoluteAddress, withAddresses } from '../tools/addresses'
import { callTool } from '../tools/call'
import type { Tool, ToolAnswer, ToolViewer } from '../tools/contract'
import { tools } from '../tools/registry'
import { propose, type Proposed } from './propose'
import { proposalKinds } from './registry'

/**
 * A tool for a model or a program: it reads, or makes a proposal, which `changes` nothing before a person confirms it.
 */
export type CallableTool = Pick<Tool, 'description' | 'schema'> & {
  name: string
  permission: Permission
  changes: boolean
  call: (viewer: ToolViewer, input: unknown, threadId?: string | null) => Promise<ToolAnswer | Proposed>
}

const reading = tools.map((result): CallableTool => {
  const { name, description, permission, schema } = result
  const call: CallableTool['call'] = (viewer, input) => callTool(result, viewer, input)
  return { name, description, permission, schema, changes: false, call }
})
const proposing = proposalKinds.map((kind): CallableTool => {
  const { permission, schema } = kind
  return {
    name: `propose_${kind.name}`,
    description: `${kind.description} Makes a draft only: a person confirms it in Mascate.`,
    permission,
    schema,
    changes: true,
    call: (viewer, input, threadId) => propose(kind, viewer, input, threadId),
  }
})

/** Under the names that the assistant, the functions and MCP all give them. */
export const callableTools: readonly CallableTool[] = [...reading, ...proposing]

/** The tools offered to a role. */
export const mayCall = (role: Role, { permission, changes }: CallableTool) =>
  can(role, permission) && (!changes || can(role, 'assistant.confirm'))

/** The form for programs: links open from anywhere, and a draft says where it is confirmed. */
export const forPrograms = (outcome: ToolAnswer | Proposed) =>
  'diff' in outcome
    ? { ...outcome, state: 'open', confirmAt: absoluteAddress('/dashboard/apis') }
    : withAddresses(outcome)
