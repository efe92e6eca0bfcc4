// npm run schema:compare -- ADDRESS ADDRESS
// Says where two databases are made otherwise. Ends with 0 where they are the same, and with 1 where they are not.
import { withClient } from '../roles.mjs'
import { compareCatalogues, readCatalogue } from './catalogue.mjs'

async function main([one, other]) {
  if (!one || !other)
    throw new Error('Use: npm run schema:compare -- postgresql://owner@host/one postgresql://owner@host/other')
  const read = (connectionString) => withClient({ connectionString }, readCatalogue)
  const [first, second] = [await read(one), await read(other)]
  const differences = compareCatalogues(first, second)
  for (const line of differences) console.log(line)
  console.log(`${first.size} and ${second.size} objects, ${differences.length} differences`)
  if (differences.length > 0) process.exitCode = 1
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message)
  process.exitCode = 2
})
