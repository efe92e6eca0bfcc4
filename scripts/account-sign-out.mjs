// For the operator, when a person's device was stolen and no member of their company can end its session:
// npm run account:sign-out -- --email person@example.com
import { parseArgs } from 'node:util'
import { runProgram } from './run-program.mjs'

const USAGE = 'Use: npm run account:sign-out -- --email person@example.com'

await runProgram(
  'account-sign-out',
  async () => {
    const { values } = parseArgs({ options: { email: { type: 'string' } } })
    if (!values.email?.includes('@')) throw new Error(USAGE)
    return { args: [values.email] }
  },
  { failed: 1 },
)
