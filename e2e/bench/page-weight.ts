import { brotliCompressSync } from 'node:zlib'

/** Kilobytes (brotli) of the scripts that a page loads, without the polyfills that only old browsers ask for. */
export async function weighScripts(address: string, html: string, known: Map<string, number>): Promise<number> {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([tag]) => !/nomodule/i.test(tag))
  let bytes = 0
  for (const source of new Set(tags.map(([, src]) => src!))) {
    if (!known.has(source)) {
      const answer = await fetch(new URL(source, address))
      known.set(source, brotliCompressSync(Buffer.from(await answer.arrayBuffer())).length)
    }
    bytes += known.get(source)!
  }
  return Math.round(bytes / 102.4) / 10
}
