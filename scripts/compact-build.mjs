import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const NAMES_ITSELF = /\n\/\/# sourceMappingURL=.*\s*$/

/**
 * Makes what the web process holds of its own program smaller (about a fifth of its heap), without changing it:
 * the bundler writes the same chunk several times under different names, each of which Node would hold and
 * compile, and V8 holds a text with one single character above U+00FF in two bytes for every character.
 */
export function compactBuild(folder) {
  const first = new Map()
  for (const path of scriptsUnder(folder)) {
    const text = readFileSync(path, 'utf8')
    const place = `${dirname(path)}\n${text.replace(NAMES_ITSELF, '')}`
    const same = first.get(place)
    if (!same) first.set(place, path)
    const narrow = same ? `module.exports=require("./${basename(same)}")\n` : inOneByte(text)
    if (narrow !== text) writeFileSync(path, narrow)
  }
}

/** JavaScript text with every character above U+00FF escaped; where it stood escaped already, as itself. */
export const inOneByte = (text) =>
  text.replace(/(\\*)([^\0-\u00ff])/g, (_, slashes, character) => {
    const escaped = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    return (slashes.length % 2 ? slashes.slice(1) : slashes) + escaped
  })

const scriptsUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js') && !entry.name.startsWith('[turbopack]'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
