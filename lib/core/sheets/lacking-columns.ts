import type { Follows, UnreadList } from './unread'

/** A column that a sheet may lack: its fields, of which one is enough, its usual heading, and what follows without it. */
export type Useful<Field extends string> = { fields: readonly Field[]; name: string; follows: Follows }

/** Names to the seller each useful column that the sheet has not, with what follows from that. */
export function reportLacking<Field extends string>(
  unread: UnreadList,
  useful: readonly Useful<Field>[],
  has: (field: Field) => boolean,
  place?: string,
): void {
  for (const { fields, name, follows } of useful)
    if (!fields.some(has)) unread.add({ kind: 'lacks', name, place, follows })
}
