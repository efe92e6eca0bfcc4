import 'server-only'
import { can } from '../auth/permissions'
import { UserError } from '../errors'
import type { Tool, ToolAnswer, ToolViewer } from './contract'

/** Calls a tool with what a model or a program sent: its own right, then its own schema. */
export async function callTool(found: Tool | undefined, viewer: ToolViewer, input: unknown): Promise<ToolAnswer> {
  if (!found) throw new UserError('toolUnknown')
  if (!can(viewer.role, found.permission)) throw new UserError('permissionDenied')
  const parsed = found.schema.strict().safeParse(input ?? {})
  if (!parsed.success)
    throw new UserError('invalidInput', {
      fields: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || '_', [message]])),
    })
  return found.run(viewer, parsed.data)
}
