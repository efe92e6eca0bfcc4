import { addParcel } from '../lib/testing/harnesses/parcel-harness'
import { newId } from '../lib/core/ids'
import { inspect } from '../lib/testing/harnesses/database'
import { expect, test } from './fixtures/test'

test(
  'a new order and a notice appear on an open page without a reload, and the list waits for its reader',
  { tag: '@desktop' },
  async ({ page, organization, signIn }) => {
    const first = await addParcel(organization, {})
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
    await expect(strip).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Avisos: 1 novo' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: second.code })).toHaveCount(0)
    await strip.click()
    await expect(page.getByRole('link', { name: second.code }).first()).toBeVisible()
    await expect(strip).toHaveCount(0)
  },
)
