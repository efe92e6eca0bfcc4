import { readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { ActionEntry } from '@/lib/identity/auth/define-action'
import type { Right } from '@/lib/core/permissions'

const root = resolve(__dirname, '../../..')

/** The files of that name below a folder of the project, by their paths in it. */
export const findFiles = (folder: string, name: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name === name)
    .map((file) => relative(root, join(file.parentPath, file.name)).split(sep).join('/'))
    .sort()

const load = (path: string) => import(join(root, path)) as Promise<Record<string, unknown>>

export type ActionInSource = {
  path: string
  exportName: string
  entry: ActionEntry | undefined
  run: (...sent: unknown[]) => Promise<{ ok: boolean; error?: string; data?: unknown }>
}

/** Everything that any actions.ts exports: each is a door that a browser may knock at. */
export async function listActions(): Promise<ActionInSource[]> {
  const results: ActionInSource[] = []
  for (const path of findFiles('lib', 'actions.ts'))
    for (const [exportName, action] of Object.entries(await load(path))) {
      if (typeof action !== 'function') continue
      const run = action as ActionInSource['run'] & { entry?: ActionEntry }
      results.push({ path, exportName, entry: run.entry, run })
    }
  return results
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
type RouteHandler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
export type RouteInSource = { name: string; path: string; entry: { right: Right } | undefined; handle: RouteHandler }

/** Every method that any route.ts answers. */
export async function listRoutes(): Promise<RouteInSource[]> {
  const results: RouteInSource[] = []
  for (const path of findFiles('app', 'route.ts')) {
    const exports = await load(path)
    for (const method of METHODS.filter((known) => known in exports)) {
      const handle = exports[method] as RouteHandler & { entry?: { right: Right } }
      results.push({ name: `${method} ${addressOf(path)}`, path, entry: handle.entry, handle })
    }
  }
  return results
}

export type PageInSource = { address: string; path: string; entry: { right: Right | null } | undefined }

export async function listPages(folder: string): Promise<PageInSource[]> {
  const results: PageInSource[] = []
  for (const path of findFiles(folder, 'page.tsx')) {
    const { default: page } = (await load(path)) as { default: { entry?: { right: Right | null } } }
    results.push({ address: addressOf(path), path, entry: page.entry })
  }
  return results
}

const addressOf = (path: string) => path.replace(/^app/, '').replace(/\/(route\.ts|page\.tsx)$/, '') || '/'
