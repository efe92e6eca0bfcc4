// The product's icons as one file of symbols, which a browser keeps for good: written out, they are a third of each
// bare page (gzip). The build takes the module of `lib/generated/icons` in the place of heroicons' own (next.config.mjs).
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'

const iconSets = ['24/outline', '24/solid', '20/solid']
const folders = ['app', 'components', 'lib']

const fileOf = (set) => `${set.replace('/', '-')}.js`
/** The module that the build takes for each of heroicons' sets. */
export const iconModules = Object.fromEntries(
  iconSets.map((set) => [`@heroicons/react/${set}`, `./lib/generated/icons/${fileOf(set)}`]),
)

/** Each set's icons that the product's modules import, in order. */
export function listIcons(sources) {
  const used = new Map(iconSets.map((set) => [set, new Set()]))
  for (const source of sources)
    for (const [, names, set] of source.matchAll(/import\s*\{([^}]*)\}\s*from\s*'@heroicons\/react\/([^']+)'/g)) {
      if (!used.has(set))
        throw new Error(`Icons of ${set} are in no file of symbols: scripts/icons.mjs lists the sets.`)
      for (const name of names.split(',')) if (/\w/.test(name)) used.get(set).add(name.trim().split(/\s/)[0])
    }
  return new Map([...used].map(([set, names]) => [set, [...names].sort()]))
}

const attribute = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const idOf = (set, name) => name.replace(/Icon$/, '') + (set === '24/outline' ? '' : `-${set.replace('/', '-')}`)

/** The symbol of an icon, read from heroicons' module of it: its paths, and nothing of its frame. */
export function symbolOf(id, source) {
  const [frame, ...shapes] = source.split(/createElement\("(?=svg|path)/).slice(1)
  const box = /viewBox: "([^"]+)"/.exec(frame)[1]
  const paths = shapes.map((shape) => {
    if (!shape.startsWith('path')) throw new Error(`${id} has a shape that is not a path.`)
    const attributes = [...shape.matchAll(/(\w+): "([^"]*)"/g)].map(
      ([, name, value]) => ` ${attribute(name)}="${value}"`,
    )
    return `<path${attributes.join('')}/>`
  })
  return `<symbol id="${id}" viewBox="${box}">${paths.join('')}</symbol>`
}

/** Heroicons' own frame of a set, around a reference to the symbol. */
const frames = {
  outline: `fill: 'none', strokeWidth: 1.5, stroke: 'currentColor'`,
  solid: `fill: 'currentColor'`,
}

function moduleOf(set, names) {
  const [size, look] = set.split('/')
  const lines = names.map((name) => `export const ${name} = /*#__PURE__*/ icon('${idOf(set, name)}')`)
  return `import { createElement } from 'react'
import symbols from './icons.svg'

const icon = (id) => {
  const href = symbols.src + '#' + id
  return ({ title, titleId, ...props }) =>
    createElement(
      'svg',
      { ${frames[look]}, viewBox: '0 0 ${size} ${size}', 'aria-hidden': 'true', 'data-slot': 'icon', 'aria-labelledby': titleId, ...props },
      title ? createElement('title', { id: titleId }, title) : null,
      createElement('use', { href }),
    )
}

${lines.join('\n')}
`
}

const readAll = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/.test(entry.name) && !(entry.parentPath ?? entry.path).includes('generated'),
    )
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8'))

export function writeIcons(folder = join(root, 'lib/generated/icons')) {
  const used = listIcons(folders.flatMap(readAll))
  const read = (set, name) =>
    readFileSync(join(root, 'node_modules/@heroicons/react', set, 'esm', `${name}.js`), 'utf8')
  const symbols = [...used].flatMap(([set, names]) => names.map((name) => symbolOf(idOf(set, name), read(set, name))))
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'icons.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">${symbols.join('')}</svg>\n`,
  )
  for (const [set, names] of used) writeFileSync(join(folder, fileOf(set)), moduleOf(set, names))
}
