import type { z } from 'zod'
import type { Permission } from '../auth/permissions'
import type { Actor } from '../db'
import type { ToolViewer, Unit } from '../tools/contract'
import type messages from '@/messages/pt-BR.json'

export type ProposalKindName = keyof (typeof messages)['proposals']['kinds']
export type DiffLabel = keyof (typeof messages)['proposals']['labels']

/** One line of what would change; null: there is nothing yet, or nothing any more. */
export type DiffLine = { label: DiffLabel; unit: Unit | 'text' | 'day'; before: string | null; after: string | null }

/**
 * A change that an assistant or a program may propose. `describe` reads what is there now and refuses what could not be done;
 * `apply` is the same function as the form's action calls, with the person's own rights of the moment.
 */
export type ProposalKind<S extends z.ZodObject = z.ZodObject> = {
  name: ProposalKindName
  description: string
  permission: Permission
  schema: S
  describe: (viewer: ToolViewer, input: z.output<S>) => Promise<DiffLine[]>
  /** Answers the id of the record that it made or changed. */
  apply: (actor: Actor, input: z.output<S>) => Promise<string>
}

export const proposalKind = <S extends z.ZodObject>(made: ProposalKind<S>): ProposalKind =>
  made as unknown as ProposalKind
