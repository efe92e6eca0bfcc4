import { withOwner } from '../../lib/testing/database'

/** A guard of an SQL function, taken out of its newest definition in the run's own database. Throws where it is not found. */
export const removeFromFunction = (name: string, guard: RegExp, left = ''): Promise<void> =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ definition: string }>(
      'select pg_get_functiondef(oid) as definition from pg_proc where proname = $1',
      [name],
    )
    const definition = rows[0]?.definition ?? ''
    if (!guard.test(definition)) throw new Error(`${name} has no such guard: ${guard.source}`)
    await owner.query(definition.replace(guard, left))
  })

export const runAsOwner = (sql: string): Promise<void> => withOwner(async (owner) => void (await owner.query(sql)))
