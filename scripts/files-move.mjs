// Copies the files that the database names from the data folder into the bucket: npm run files:move
//   -- --back   from the bucket into the folder
// Run again it goes on where it stopped. Ends with 1 where a file is lost, and with 2 where it did not come to its end.
import { listCompanies, runProgram } from './run-program.mjs'

await runProgram('files-move', async ({ query }) => ({
  args: process.argv.slice(2),
  input: JSON.stringify(await listCompanies(query)),
}))
