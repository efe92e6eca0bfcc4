import { SaxesParser } from 'saxes'
import { decodeText } from './decode-text'

/** An NF-e goes some ten deep, and no element of it has more than a few attributes. */
const deepest = 40
const mostAttributes = 20

type Visitor = {
  /** Names are without their prefix. */
  open?: (name: string, attributes: Record<string, string>, path: readonly string[]) => void
  text?: (text: string, path: readonly string[]) => void
  close?: (name: string, path: readonly string[]) => void
}
export type Walk = 'whole' | 'broken' | 'unsafe'

class Stop extends Error {}

/**
 * Element by element, without prefixes, up to the first error: what is broken in a million places is as broken as in one.
 * A document type is refused, since entities are how XML bombs are built.
 */
export function walkXml(xml: string, { open, text, close }: Visitor): Walk {
  const path: string[] = []
  let outcome: Walk = 'whole'
  let attributes = 0
  const stop = (reason: Walk) => {
    outcome = reason
    throw new Stop()
  }
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('doctype', () => stop('unsafe'))
  parser.on('error', () => stop('broken'))
  parser.on('opentagstart', () => void (attributes = 0))
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > mostAttributes) stop('unsafe')
  })
  parser.on('opentag', (tag) => {
    const name = tag.name.replace(/^.*:/, '')
    path.push(name)
    if (path.length > deepest) stop('unsafe')
    open?.(name, tag.attributes, path)
  })
  const take = (result: string) => text?.(result, path)
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', (tag) => {
    close?.(tag.name.replace(/^.*:/, ''), path)
    path.pop()
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
  return outcome
}

/** A zip, or a file that was packed by itself. */
export const isCompressed = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')) || (bytes[0] === 0x1f && bytes[1] === 0x8b)

/** By its bytes, else by what its declaration names; what stands before that (a mark, a blank line) is none of the document. */
export function decodeXml(bytes: Buffer): string {
  const declared = (head: string) => /<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/i.exec(head)?.[1] ?? null
  return decodeText(bytes, declared).replace(/^[\s\uFEFF\u0000]+/, '')
}
