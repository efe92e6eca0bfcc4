// For who runs the installation, when a company has lost its owner:
// npm run owner:recover -- --organization "Name or id" --email person@example.com
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readJson } from './data-folder.mjs'
import { findOrganization } from './find-organization.mjs'
import { runProgram } from './run-program.mjs'

const USAGE = 'Use: npm run owner:recover -- --organization "name or id" --email person@example.com'

async function prepare({ query, data }) {
  const { values } = parseArgs({ options: { organization: { type: 'string' }, email: { type: 'string' } } })
  if (!values.organization || !values.email?.includes('@')) throw new Error(USAGE)
  const { id, name } = await findOrganization(query, values.organization)
  const running = readJson(join(data.folder, 'supervisor.json'))
  const address = process.env.APP_URL || process.env.NEXTAUTH_URL || running?.address
  return { args: [id, name, values.email], address }
}

await runProgram('owner-recover', prepare, { failed: 1 })
