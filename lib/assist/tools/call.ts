import 'server-only'
import { can } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import { parseInput } from '@/lib/core/http/parse-input'
import type { Tool, ToolAnswer, ToolViewer } from './contract'
import { markNothing } from './nothing'

/** Calls a tool with what a model or a program sent: its own right, then its own schema. */
export async function callTool(result: Tool | undefined, viewer: ToolViewer, input: unknown): Promise<ToolAnswer> {
  if (!result) throw new UserError('toolUnknown')
  if (!can(viewer.role, result.permission)) throw new UserError('permissionDenied')
  return markNothing(viewer, result.name, await result.run(viewer, parseInput(result.schema.strict(), input ?? {})))
}
