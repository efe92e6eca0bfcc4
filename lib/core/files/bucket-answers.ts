import { SaxesParser } from 'saxes'
import type { ListedFile } from './file-store'

type Listing = { files: ListedFile[]; next: string | null }

/** The texts of an answer's elements, each with the names above it. */
function readTexts(xml: string, take: (path: string, value: string) => void): void {
  const parser = new SaxesParser()
  const path: string[] = []
  let value = ''
  parser.on('opentag', ({ name }) => {
    path.push(name)
    value = ''
  })
  parser.on('text', (part) => (value += part))
  parser.on('closetag', () => {
    take(path.join('/'), value)
    path.pop()
    value = ''
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
}

const momentOf = (text: string) => (Number.isNaN(Date.parse(text)) ? null : new Date(text))

/** A page of ListObjectsV2; what stands in Contents comes in any order. */
export function readListing(xml: string): Listing {
  const listing: Listing = { files: [], next: null }
  const unread: ListedFile = { place: '', bytes: 0n, writtenAt: null }
  let file = { ...unread }
  let isMore = false
  let next = ''
  readTexts(xml, (path, value) => {
    if (path === 'ListBucketResult/Contents/Key') file.place = value
    if (path === 'ListBucketResult/Contents/Size') file.bytes = BigInt(value)
    if (path === 'ListBucketResult/Contents/LastModified') file.writtenAt = momentOf(value)
    if (path === 'ListBucketResult/Contents') {
      listing.files.push(file)
      file = { ...unread }
    }
    if (path === 'ListBucketResult/IsTruncated') isMore = value === 'true'
    if (path === 'ListBucketResult/NextContinuationToken') next = value
  })
  return { ...listing, next: isMore && next ? next : null }
}

/** The error's own code, as SignatureDoesNotMatch; null where it has another form. */
export function codeOf(xml: string): string | null {
  let code: string | null = null
  try {
    readTexts(xml, (path, value) => {
      if (path === 'Error/Code') code = value
    })
  } catch {
    return null
  }
  return code
}
