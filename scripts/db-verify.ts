import { readFileSync } from 'node:fs'
import { closeDatabase } from '@/lib/core/db'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'

async function main() {
  const organizations = JSON.parse(readFileSync(0, 'utf8')) as { id: string; name: string }[]
  let [orders, differences] = [0, 0]
  for (const { id, name } of organizations) {
    const verified = await verifyFigures(id)
    orders += verified.orders
    differences += verified.differences.length
    for (const { check, at, off } of verified.differences)
      console.log(`${name} (${id}): ${check} ${JSON.stringify(at)} is off by ${JSON.stringify(off)}`)
  }
  console.log(`${differences} differences in ${organizations.length} companies with ${orders} orders`)
  if (differences > 0) process.exitCode = 1
}

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 2
  })
  .finally(closeDatabase)
