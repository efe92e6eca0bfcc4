import { addParcel } from '../lib/testing/harnesses/parcel-harness'
import { newId } from '../lib/core/ids'
import { inspect } from '../lib/testing/harnesses/database'
import { expect, test } from './fixtures/test'

/** Longer than an open page waits to ask again (components/shell/live.tsx). */
const ASKED_WITHIN_MS = 9000

test(
  'a new order and a notice appear on an open page without a reload, and the list waits for its reader',
  { tag: '@desktop' },
  async ({ page, organization, signIn }) => {
    const first = await addParcel(organization, {})
    await page.clock.install()
    await signIn()
    await page.goto('/dashboard/minha-empresa/shopee-central')
    const row = page.getByRole('link', { name: first.code })
    await expect(row.first()).toBeVisible()
    // The list shows orders with a time before it was read.
    const second = await addParcel(organization, { shopId: first.shopId })
    await inspect(
      organization.organizationId,
      `INSERT INTO notification (organization_id, id, user_id, kind, key) VALUES (current_organization(), $1, $2, 'memberJoined', 'live')`,
      [newId(), organization.owner.userId],
    )
    const strip = page.getByRole('button', { name: '1 pedido novo' })
    // The page asks every few seconds; the order's own time has to pass by itself.
    await expect(async () => {
      await page.clock.fastForward(ASKED_WITHIN_MS)
      await expect(strip).toBeVisible({ timeout: 1000 })
      await expect(page.getByRole('button', { name: 'Avisos: 1 novo' })).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: second.code })).toHaveCount(0)
    await strip.click()
    await expect(page.getByRole('link', { name: second.code }).first()).toBeVisible()
    await expect(strip).toHaveCount(0)
  },
)
