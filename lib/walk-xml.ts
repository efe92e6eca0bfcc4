import { SaxesParser } from 'saxes'

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
  const take = (found: string) => text?.(found, path)
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

/** UTF-8, or what the declaration names of the encodings that issuers use; null where it is no text. */
export function decodeXml(bytes: Buffer): string | null {
  const named = /encoding=["'](iso-8859-1|windows-1252)["']/i.test(bytes.subarray(0, 200).toString('latin1'))
  if (named) return bytes.toString('latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
