import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { SheetRefused } from './refusal'
import { unpackEntry } from './zip-entry'
import type { ZipEntry } from './zip-directory'

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
  /** Awaited after each piece of input (the share read so far, 0 to 1), so that a slow reader slows the unpacking. */
  pause?: (progress: number) => Promise<void> | undefined
}

// Excel's own limit for a cell is 32,767 characters; a single tag or text beyond this is an attack on memory.
const longestTokenBytes = 1024 * 1024

/** Reads one XML part piece by piece. Document types are refused (entities are how XML bombs are built). */
export async function readXml(path: string, entry: ZipEntry, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const plain = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)
  let silentBytes = 0
  let bytes = 0
  parser.on('error', () => {
    throw new SheetRefused('importDamaged')
  })
  parser.on('doctype', () => {
    throw new SheetRefused('importUnsafe')
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    silentBytes = 0
    handlers.open?.(plain(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag: SaxesTagPlain) => {
    silentBytes = 0
    handlers.close?.(plain(tag.name))
  })
  const { text } = handlers
  if (text) parser.on('text', text)
  if (text) parser.on('cdata', text)
  for await (const chunk of unpackEntry(path, entry)) {
    silentBytes += chunk.length
    parser.write(decode(decoder, chunk))
    if (silentBytes > longestTokenBytes) throw new SheetRefused('importUnsafe')
    bytes += chunk.length
    await handlers.pause?.(bytes / entry.unpackedBytes)
  }
  decode(decoder)
  parser.close()
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw new SheetRefused('importDamaged')
  }
}
