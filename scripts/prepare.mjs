// The common first step of `npm start` and `npm test`. Uses nothing outside Node: node_modules may not exist yet.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compactBuild } from './compact-build.mjs'
import { compressBuild } from './compress-build.mjs'
import { root } from './data-folder.mjs'
import { writeIcons } from './icons.mjs'
import { runStep, say } from './steps.mjs'

export const tool = (path) => join(root, 'node_modules', path)
export const nextProgram = tool('next/dist/bin/next')

export async function installDependencies() {
  await onlyWhenChanged({
    stamp: join(root, 'node_modules/.mascate-installed'),
    sources: ['package.json', 'package-lock.json', '.npmrc'],
    result: 'node_modules/.package-lock.json',
    make: () => runStep('installing dependencies', 'npm', ['install', '--no-audit', '--no-fund']),
  })
}

export async function generateClient() {
  const { prismaEnvironment, prismaProgram } = await import('./prisma.mjs')
  await onlyWhenChanged({
    stamp: join(root, 'lib/generated/.made-from'),
    sources: ['prisma/schema', 'prisma.config.ts', 'node_modules/prisma/package.json'],
    result: 'lib/generated/prisma/client.ts',
    make: () =>
      runStep('generating the database client', process.execPath, [prismaProgram(), 'generate'], {
        env: prismaEnvironment,
      }),
  })
}

const BUILT_FROM = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.mjs',
  'package.json',
  'package-lock.json',
  'postcss.config.mjs',
  'prisma/schema',
  'scripts/icons.mjs',
  'tsconfig.json',
]

export async function buildProduct() {
  return onlyWhenChanged({
    stamp: join(root, '.next/built-from'),
    sources: BUILT_FROM,
    // The bench's build has a page more (next.config.mjs).
    form: process.env.MASCATE_BENCH,
    result: '.next/BUILD_ID',
    make: async () => {
      writeIcons()
      await runStep('building', process.execPath, [nextProgram, 'build'], {
        env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      })
      compactBuild(join(root, '.next/server/chunks'))
      await compressBuild(join(root, '.next/static'))
    },
  })
}

async function onlyWhenChanged({ stamp, sources, form, result, make }) {
  const content = hashOf(sources, form)
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === content) return false
  // A half-made result must not look whole after an interruption.
  rmSync(stamp, { force: true })
  const since = Date.now()
  await make()
  if (!existsSync(join(root, result))) throw new Error(`${result} is missing, although its making ended well.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, content)
  say(`${relative(root, dirname(stamp))} made in ${((Date.now() - since) / 1000).toFixed(1)} s`)
  return true
}

const isSource = (path) => !/\.test\.tsx?$|\.sql$|^lib\/(generated|testing)(\/|$)/.test(path)

function hashOf(sources, form = '') {
  const hash = createHash('sha256').update(`${process.version} ${form}`)
  for (const path of sources.flatMap(filesUnder).sort())
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(join(root, path)) || !isSource(path)) return []
  let entries
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
  return entries.flatMap((entry) => filesUnder(`${path}/${entry.name}`))
}
