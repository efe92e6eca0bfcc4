import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { AdminAction, AdminContext, AdminState, AdminSection } from './admin-section'
import { adminPage } from './admin-page'
import { fromJson, toJson } from './json'
import type { Platform, ServerEnvironment } from './platform'
import { PlatformError } from './platform-error'
import { coreAdmin } from './core-admin'
import { healthAdmin } from './health/health-admin'
import { historyAdmin } from './history/history-admin'
import { itemsAdmin } from './items/items-admin'
import { moneyAdmin } from './payment/money-admin'
import { orderAdmin } from './orders/order-admin'
import { platformAdmin } from './platform-admin'
import { returnAdmin } from './returns/return-admin'

/** Each module of the platform may bring a section with its buttons. */
const adminSections: AdminSection[] = [
  coreAdmin,
  orderAdmin,
  returnAdmin,
  platformAdmin,
  itemsAdmin,
  moneyAdmin,
  historyAdmin,
  healthAdmin,
]

/** The page at / and POST /admin/<action>; GET /admin/state is the page's content as JSON. */
export function mountAdmin(app: Hono<ServerEnvironment>, platform: Platform): void {
  const actions = new Map(adminSections.flatMap((section) => section.actions).map((action) => [action.name, action]))

  app.get('/', async (c) => c.html(await adminPage(await readState(platform))))
  app.get('/admin/state', async (c) => json(c, await readState(platform)))
  app.post('/admin/:action', async (c) => {
    const action = actions.get(c.req.param('action'))
    if (!action) return json(c, { error: 'unknown_action' }, 404)
    const isForm = !c.req.header('content-type')?.startsWith('application/json')
    const given = await readBody(c, isForm).catch(() => null)
    if (given === null) return json(c, { error: 'invalid_body' }, 422)
    try {
      const body = action.body.parse(isForm ? withoutEmpty(given.body) : given.body)
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

const readBody = async (c: Context, isForm: boolean): Promise<{ body: unknown }> => ({
  body: isForm ? await c.req.parseBody({ all: true }) : fromJson((await c.req.text()) || '{}'),
})

const withoutEmpty = (form: unknown) =>
  Object.fromEntries(Object.entries(form as object).filter(([, value]) => value !== ''))

const json = (c: Context, value: object, status: 200 | 404 | 422 = 200) =>
  c.body(toJson(value), status, { 'content-type': 'application/json' })
