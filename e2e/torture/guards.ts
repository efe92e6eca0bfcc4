import { withOwner } from '../../lib/testing/harnesses/database'
import type { FunctionGuard } from './scenario'

/** Taken out of the function's newest definition in the run's own database. Throws where it is not found. */
export const removeFromFunction = ({ of: name, guard, put = '' }: FunctionGuard): Promise<void> =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ definition: string }>(
      'select pg_get_functiondef(oid) as definition from pg_proc where proname = $1',
      [name],
    )
    const definition = rows[0]?.definition ?? ''
    if (!guard.test(definition)) throw new Error(`${name} has no such guard: ${guard.source}`)
    await owner.query(definition.replace(guard, put))
  })

export const runAsOwner = (sql: string): Promise<void> => withOwner(async (owner) => void (await owner.query(sql)))

export const refusalOfShortStock: FunctionGuard = {
  of: 'book_stock',
  guard: /IF v_short IS NOT NULL AND NOT p_allow_short THEN/,
  put: 'IF false THEN',
}
