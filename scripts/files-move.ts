import { readFileSync } from 'node:fs'
import { closeDatabase } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { bucketStore, readBucketSettings } from '@/lib/core/files/bucket-store'
import { folderStore } from '@/lib/core/files/folder-store'
import { moveFiles } from '@/lib/core/files/move-files'

const isBack = process.argv.includes('--back')

async function main() {
  const settings = readBucketSettings(env())
  if (!settings) throw new Error('No bucket is named: set S3_BUCKET and what belongs to it (.env.example).')
  const [folder, bucket] = [folderStore(), bucketStore(settings)]
  const companies = JSON.parse(readFileSync(0, 'utf8')) as { id: string; name: string }[]
  let [copied, there, lost] = [0, 0, 0]
  for (const { id, name } of companies) {
    const moved = isBack ? await moveFiles(id, bucket, folder) : await moveFiles(id, folder, bucket)
    copied += moved.copied
    there += moved.there
    lost += moved.lost.length
    for (const place of moved.lost) console.log(`LOST  ${name}: ${place} is not there, or not as it was recorded`)
  }
  const where = isBack ? 'the folder' : `bucket ${settings.bucket}`
  console.log(`${copied} files copied to ${where}, ${there} stood there already, ${lost} are lost.`)
  if (lost > 0) process.exitCode = 1
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  })
  .finally(closeDatabase)
