import 'server-only'
import { can } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import { parseInput } from '@/lib/core/http/parse-input'
import type { Tool, ToolAnswer, ToolViewer } from './contract'
import { markNothing } from './nothing'

/** Calls a tool with what a model or a program sent: its own right, then its own schema. */
export async function callTool(found: Tool | undefined, viewer: ToolViewer, input: unknown): Promise<ToolAnswer> {
  if (!found) throw new UserError('toolUnknown')
  if (!can(viewer.role, found.permission)) throw new UserError('permissionDenied')
  return markNothing(viewer, found.name, await found.run(viewer, parseInput(found.schema.strict(), input ?? {})))
}
