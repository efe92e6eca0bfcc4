import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { adminSections } from './admin-sections'
import type { AdminAction, AdminContext, AdminState } from './admin-section'
import { adminPage } from './admin-page'
import { fromJson, toJson } from './json'
import type { Platform, ServerEnvironment } from './platform'
import { PlatformError } from './platform-error'

/** The page at / and POST /admin/<action>; GET /admin/state is the page's content as JSON. */
export function mountAdmin(app: Hono<ServerEnvironment>, platform: Platform): void {
  const actions = new Map(adminSections.flatMap((section) => section.actions).map((action) => [action.name, action]))

  app.get('/', async (c) => c.html(await adminPage(await readState(platform))))
  app.get('/admin/state', async (c) => json(c, await readState(platform)))
  app.post('/admin/:action', async (c) => {
    if (isForeign(c)) return json(c, { error: 'foreign_origin' }, 403)
    const action = actions.get(c.req.param('action'))
    if (!action) return json(c, { error: 'unknown_action' }, 404)
    const isForm = !c.req.header('content-type')?.startsWith('application/json')
    const given: unknown = isForm ? await c.req.parseBody({ all: true }) : fromJson((await c.req.text()) || '{}')
    try {
      const body = action.body.parse(isForm ? withoutEmpty(given) : given)
      const result = await platform.transaction((db) => action.run(context(platform, db), body as never))
      await platform.reload()
      return isForm ? c.redirect(`/#parte-${sectionOf(action)}`, 303) : json(c, result)
    } catch (error) {
      if (error instanceof PlatformError) return json(c, { error: error.code, message: error.message }, 422)
      if (error instanceof z.ZodError) return json(c, { error: 'invalid', issues: error.issues }, 422)
      throw error
    }
  })
}

const sectionOf = (action: AdminAction) => adminSections.findIndex(({ actions }) => actions.includes(action))

const context = (platform: Platform, db: AdminContext['db']): AdminContext => ({
  db,
  platform,
  now: platform.clock.now(),
})

async function readState(platform: Platform): Promise<AdminState> {
  const here = context(platform, platform.pool)
  const sections: AdminState['sections'] = []
  for (const { title, tables, actions } of adminSections)
    sections.push({
      title,
      tables: await tables(here),
      actions: actions.map(({ name, label, fields, alone }) => ({ name, label, fields, alone })),
    })
  return { now: here.now, clockOffsetSeconds: platform.clock.offset, settings: platform.settings, sections }
}

/** A page elsewhere may make a browser post here; only this server's own pages and programs without a browser may. */
export function isForeign(c: Context): boolean {
  const origin = c.req.header('origin')
  return origin !== undefined && origin !== 'null' && new URL(origin).host !== c.req.header('host')
}

const withoutEmpty = (form: unknown) =>
  Object.fromEntries(Object.entries(form as object).filter(([, value]) => value !== ''))

const json = (c: Context, value: object, status: 200 | 403 | 404 | 422 = 200) =>
  c.body(toJson(value), status, { 'content-type': 'application/json' })
