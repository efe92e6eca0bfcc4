// Recomputes the hash chain of every company’s audit log, or of one: npm run audit:verify [-- <organization id>]
// Ends with 0 where all are intact, with 1 where one is broken, and with 2 where the check could not be done.
import { listCompanies, runProgram } from './run-program.mjs'

await runProgram('audit-verify', async ({ query }) => {
  const wanted = process.argv[2]?.toLowerCase()
  const companies = (await listCompanies(query)).filter(({ id }) => !wanted || id === wanted)
  if (companies.length === 0)
    throw new Error(wanted ? `There is no company of the id "${process.argv[2]}".` : 'There is no company yet.')
  return { input: JSON.stringify(companies) }
})
