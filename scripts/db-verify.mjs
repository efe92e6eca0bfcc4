// Recomputes every company's stock, roll-ups and money from the rows behind them: npm run db:verify
// Ends with 0 where all of it agrees, with 1 where a figure differs, and with 2 where the check could not be done.
import { listCompanies, runProgram } from './run-program.mjs'

await runProgram('db-verify', async ({ query }) => ({ input: JSON.stringify(await listCompanies(query)) }))
