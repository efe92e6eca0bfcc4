/** Which pair of bytes of every character is empty: a text of ours has that in UTF-16 alone. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 400)
  const empty = (from: number) =>
    head.filter((byte, at) => at % 2 === from && byte === 0).length * 2 > head.length * 0.8
  if (head.length < 4) return null
  return empty(1) ? 'utf-16le' : empty(0) ? 'utf-16be' : null
}

/** Character sets that issuers, banks and programs name, under the names that the standard knows them by. */
function decoderOf(declared: string | null): TextDecoder | null {
  const name = (declared ?? '').trim().toLowerCase()
  const label = /^(cp-?)?125\d$/.test(name) ? `windows-${name.slice(-4)}` : name
  if (label === '' || /^(utf-?8|unicode|us-?ascii|ascii|utf-?16.*)$/.test(label)) return null
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/**
 * The characters of Windows at 0x80 to 0x9F: some versions of Node read the set as Latin-1, which has controls there.
 */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
export const asWindows = (text: string): string =>
  text.replace(/[\u0080-\u009F]/g, (letter) => windows[letter.charCodeAt(0) - 0x80]!)

const doubled = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u203a\u20ac\u2122]/
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A program may read UTF-8 as Windows-1252 and save it so: 'PreÃ§o' becomes 'Preço' again. Other texts stay as they are. */
export function undoubled(text: string): string {
  if (!doubled.test(text)) return text
  const bytes = Uint8Array.from(text, (letter) => {
    const at = windows.indexOf(letter)
    return at === -1 ? letter.charCodeAt(0) : at + 0x80
  })
  // A letter beyond a byte would be cut to one that is there by chance.
  if ([...text].some((letter) => letter.charCodeAt(0) > 0xff && !windows.includes(letter))) return text
  try {
    return utf8.decode(bytes)
  } catch {
    return text
  }
}

/** The text of a file: UTF-16 and UTF-8 where the bytes prove it, else the declared set, else that of Windows. */
export function decodeText(bytes: Uint8Array, declared: (head: string) => string | null): string {
  const pairs = wideEncoding(bytes)
  if (pairs) return new TextDecoder(pairs).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024))
    const decoder = decoderOf(declared(head)) ?? new TextDecoder('windows-1252')
    const text = decoder.decode(bytes)
    return decoder.encoding === 'windows-1252' ? asWindows(text) : text
  }
}
