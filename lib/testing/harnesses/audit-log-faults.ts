/** Statement that changes one entry of the trail in use. */
export const setEvent = (position: number, what: string) =>
  `UPDATE audit_event SET ${what} WHERE position = ${position}`
/** A row, another one to change places with, and the last row of the trail. */
export type FaultPlace = { n: number; other: number; last: number }
/** Changes that an intruder may make to a chained entry, by name. */
export const auditLogFaults: Record<string, (place: FaultPlace) => string[]> = {
  'content edited': ({ n }) => [setEvent(n, `after = coalesce(after, '{}') || '{"n": -1}'`)],
  'time edited': ({ n }) => [setEvent(n, `at = at + interval '1 second'`)],
  'actor edited': ({ n }) => [setEvent(n, 'actor_id = gen_random_uuid()')],
  removed: ({ n }) => [`DELETE FROM audit_event WHERE position = ${n}`],
  'removed, with the last put in its place': ({ n, last }) => [
    `DELETE FROM audit_event WHERE position = ${n}`,
    ...(n === last ? [] : [setEvent(last, `position = ${n}`)]),
  ],
  reordered: ({ n, other }) => [
    setEvent(n, 'position = -1'),
    setEvent(other, `position = ${n}`),
    `UPDATE audit_event SET position = ${other} WHERE position = -1`,
  ],
}
