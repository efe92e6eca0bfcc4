// For who runs the installation, when a company has lost its owner:
// npm run owner:recover -- --organization "Name or id" --email person@example.com
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readJson } from './data-folder.mjs'
import { runProgram } from './run-program.mjs'

const USAGE = 'Use: npm run owner:recover -- --organization "name or id" --email person@example.com'

/** The one organization that is meant; several of a name are listed with their ids. */
async function findOrganization(query, wanted) {
  const { rows } = await query(
    `select organization_id as id, name, created_at as since from organization
       where organization_id::text = lower($1) or (lower(name) = lower($1)
         -- A company may call itself as another is numbered.
         and not exists (select 1 from organization where organization_id::text = lower($1))) order by created_at`,
    [wanted.trim()],
  )
  if (rows.length === 1) return rows[0]
  if (rows.length === 0) throw new Error(`There is no company of the name or id "${wanted}".`)
  const list = rows.map(({ id, name, since }) => `  ${id}  ${name}, since ${since.toISOString().slice(0, 10)}`)
  throw new Error(`Several companies have that name. Say which one by its id:\n${list.join('\n')}`)
}

async function prepare({ query, data }) {
  const { values } = parseArgs({ options: { organization: { type: 'string' }, email: { type: 'string' } } })
  if (!values.organization || !values.email?.includes('@')) throw new Error(USAGE)
  const { id, name } = await findOrganization(query, values.organization)
  const running = readJson(join(data.folder, 'supervisor.json'))
  const address = process.env.APP_URL || process.env.NEXTAUTH_URL || running?.address
  return { args: [id, name, values.email], address }
}

await runProgram('owner-recover', prepare, { failed: 1 })
