// For who runs the installation, when a person asks to be forgotten and cannot do it themselves:
// npm run account:erase -- --email person@example.com
import { parseArgs } from 'node:util'
import { runProgram } from './run-program.mjs'

const USAGE = 'Use: npm run account:erase -- --email person@example.com'

await runProgram(
  'account-erase',
  async () => {
    const { values } = parseArgs({ options: { email: { type: 'string' } } })
    if (!values.email?.includes('@')) throw new Error(USAGE)
    return { args: [values.email] }
  },
  { failed: 1 },
)
