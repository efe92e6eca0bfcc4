import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './product'

const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

/**
 * A second checkout of `ref`, installed, in a folder of its own under .data; the one of an earlier run is used again. It is a
 * clone, not a plain copy: Next and Tailwind take the nearest repository for the project.
 */
export function makeCheckout(ref: string): { folder: string; commit: string } {
  const commit = git(root, 'rev-parse', '--verify', `${ref}^{commit}`)
  const folder = join(root, '.data/against', commit.slice(0, 12))
  if (!existsSync(join(folder, 'package.json'))) {
    mkdirSync(dirname(folder), { recursive: true })
    git(root, 'clone', '--shared', '--no-checkout', '--quiet', root, folder)
    git(folder, 'checkout', '--detach', '--quiet', commit)
  }
  if (!existsSync(join(folder, 'node_modules'))) linkModules(folder)
  // As `npm start` does, with the checkout's own program: the next step needs tsx.
  const prepare = `import('./scripts/prepare.mjs').then(async (steps) => { await steps.installDependencies(); await steps.generateClient() })`
  const env = { ...process.env, MASCATE_BENCH: '1' }
  const { status } = spawnSync(process.execPath, ['-e', prepare], { cwd: folder, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${commit} could not be installed.`)
  copyFileSync(join(root, 'e2e/bench/side.ts'), join(folder, 'e2e/bench/side.ts'))
  return { folder, commit }
}

/**
 * The files of this checkout's packages, by hard links: the build follows no symbolic link out of its folder. Packages that the
 * other `package-lock.json` has otherwise are installed then; npm puts a new folder in the place of one that it changes.
 */
function linkModules(folder: string) {
  const modules = join(folder, 'node_modules')
  if (spawnSync('cp', ['-al', join(root, 'node_modules'), folder]).status !== 0)
    return rmSync(modules, { recursive: true, force: true })
  // These are written in their place.
  const list = join(modules, '.package-lock.json')
  const text = readFileSync(list)
  for (const name of ['.package-lock.json', '.mascate-installed', '.cache'])
    rmSync(join(modules, name), { recursive: true, force: true })
  writeFileSync(list, text)
}
