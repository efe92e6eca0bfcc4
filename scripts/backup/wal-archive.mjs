import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

const ARCHIVED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history|[0-9A-F]{24}\.[0-9A-F]{8}\.backup)-[0-9a-f]{64}\.gz$/
const SEGMENTS_IN_A_FILE = 256n

/** A segment's place in the log, whatever its timeline: WAL files of 16 MB, 256 to each of the log's numbers. */
export const segmentNumber = (name) =>
  BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_IN_A_FILE + BigInt(`0x${name.slice(16, 24)}`)

export const segmentName = (timeline, number) =>
  [BigInt(`0x${timeline}`), number / SEGMENTS_IN_A_FILE, number % SEGMENTS_IN_A_FILE]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')

/** The files of an archive, each with the name that PostgreSQL gave it. */
export const listArchive = (archive) =>
  (existsSync(archive) ? readdirSync(archive, { withFileTypes: true }) : []).flatMap((entry) => {
    const name = entry.isFile() && ARCHIVED.exec(entry.name)?.[1]
    return name ? [{ file: entry.name, name }] : []
  })

const isSegment = ({ name }) => name.length === 24

/**
 * How far the archive carries a backup: `until` is when the last segment before the first hole was written to its end, `missing` the first
 * segment that is not there although later ones are. Where the log branched it follows the last branch, as PostgreSQL does.
 * Throws where it lacks what the backup itself needs.
 */
export function reachOf(archive, { startSegment, stopSegment, finishedAt }) {
  const segments = listArchive(archive)
    .filter(isSegment)
    .map(({ file, name }) => ({ file, timeline: name.slice(0, 8), number: segmentNumber(name) }))
    .sort((a, b) => (a.timeline < b.timeline ? -1 : 1))
  let [timeline, number, last] = [startSegment.slice(0, 8), segmentNumber(startSegment), null]
  const onThisBranch = (segment) => segment.timeline >= timeline
  const at = new Map()
  for (const segment of segments) at.set(segment.number, [...(at.get(segment.number) ?? []), segment])
  for (;;) {
    const next = (at.get(number) ?? []).filter(onThisBranch).at(-1)
    if (!next) break
    last = next
    timeline = next.timeline
    number++
  }
  const missing = segmentName(timeline, number)
  if (number <= segmentNumber(stopSegment))
    throw new Error(`WAL file ${missing} is missing from ${archive}: this backup cannot be restored without it.`)
  const isHole = segments.some((segment) => onThisBranch(segment) && segment.number > number)
  // When a file was written is known to the second: no backup leads less far than to its own end.
  const until = new Date(Math.max(writtenAt(join(archive, last.file)), new Date(finishedAt)))
  return { until, missing: isHole ? missing : null }
}

/** A packed file keeps in its header, in seconds, when what it was made from was last written. */
function writtenAt(file) {
  const opened = openSync(file, 'r')
  try {
    const header = Buffer.alloc(8)
    readSync(opened, header, 0, 8, 0)
    return new Date(header.readUInt32LE(4) * 1000)
  } finally {
    closeSync(opened)
  }
}
