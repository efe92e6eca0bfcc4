import { SaxesParser } from 'saxes'

type Listing = { files: { place: string; bytes: bigint }[]; next: string | null }

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

/** A page of ListObjectsV2. */
export function readListing(xml: string): Listing {
  const listing: Listing = { files: [], next: null }
  let place = ''
  let isMore = false
  let next = ''
  readTexts(xml, (path, value) => {
    if (path === 'ListBucketResult/Contents/Key') place = value
    if (path === 'ListBucketResult/Contents/Size') listing.files.push({ place, bytes: BigInt(value) })
    if (path === 'ListBucketResult/IsTruncated') isMore = value === 'true'
    if (path === 'ListBucketResult/NextContinuationToken') next = value
  })
  return { ...listing, next: isMore && next ? next : null }
}

/** What an error calls itself, as SignatureDoesNotMatch; nothing where it is in other words. */
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
