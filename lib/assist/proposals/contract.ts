import type { z } from 'zod'
import type { Permission } from '@/lib/core/permissions'
import type { Actor } from '@/lib/core/db'
import type { ToolViewer, Unit } from '../tools/contract'
import type messages from '@/messages/pt-BR.json'

export type ProposalKindName = keyof (typeof messages)['proposals']['kinds']
export type DiffLabel = keyof (typeof messages)['proposals']['labels']

/** One line of what would change; null: there is nothing yet, or nothing any more. */
export type DiffLine = { label: DiffLabel; unit: Unit | 'text' | 'day'; before: string | null; after: string | null }

/** `seen` is what the record was when it was shown, which the change is held against; it is kept as JSON. */
export type Described<Seen> = { diff: DiffLine[]; seen: Seen }

/**
 * A change that an assistant or a program may propose. `describe` reads what is there now and refuses what could not be done;
 * `apply` is the same function as the form's action calls, with the person's own rights of the moment.
 */
export type ProposalKind<S extends z.ZodObject = z.ZodObject, Seen = unknown> = {
  name: ProposalKindName
  description: string
  permission: Permission
  schema: S
  describe: (viewer: ToolViewer, input: z.output<S>) => Promise<Described<Seen>>
  /** Answers the id of the record that it made or changed; refuses where what was seen is not there any more. */
  apply: (actor: Actor, input: z.output<S>, seen: Seen) => Promise<string>
}

export const proposalKind = <S extends z.ZodObject, Seen>(made: ProposalKind<S, Seen>): ProposalKind =>
  made as unknown as ProposalKind
