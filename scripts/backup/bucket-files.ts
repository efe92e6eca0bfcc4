import { readFileSync } from 'node:fs'
import { closeDatabase } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { bucketStore, readBucketSettings } from '@/lib/core/files/bucket-store'
import { findLost } from '@/lib/core/files/move-files'

async function main() {
  const settings = readBucketSettings(env())
  if (!settings) return
  const store = bucketStore(settings)
  const companies = JSON.parse(readFileSync(0, 'utf8')) as { id: string; name: string }[]
  for (const { id, name } of companies)
    for (const place of await findLost(id, store)) {
      console.log(`LOST  ${name}: ${place} is not in bucket ${settings.bucket}: its earlier versions may have it`)
      process.exitCode = 1
    }
}

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 2
  })
  .finally(closeDatabase)
