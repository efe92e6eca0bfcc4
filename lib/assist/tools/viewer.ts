import 'server-only'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ToolViewer } from './contract'

type Asker = Pick<ToolViewer, 'timeZone' | 'language'> & { actor: Actor }

/** The person for whom a token, a job or the assistant acts, as tools see them. */
export function viewerOf({ actor, timeZone, language }: Asker): ToolViewer {
  if (!actor.userId) throw new UserError('permissionDenied')
  return { ...actor, userId: actor.userId, timeZone, language }
}
