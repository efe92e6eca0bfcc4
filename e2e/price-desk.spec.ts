import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { inspect } from '../lib/testing/harnesses/database'
import { haveShop } from './fixtures/marketplace'
import { pressPlatform } from './fixtures/platform'
import { dress, expect, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }
const desk = '/dashboard/shopee/mesa-de-precos'
type Listing = { id: string; title: string; variation: string; item: string }

for (const { language, tag } of languagesOf('pt'))
  test(
    `prices are chosen by a rule, sent, refused for one variation by name, and put back (${language})`,
    { tag },
    async ({ page, baseURL, signIn, organization }) => {
      const { organizationId } = organization
      const words = texts[language].priceDesk
      const read = <T extends object>(sql: string, given: unknown[] = []) => inspect<T>(organizationId, sql, given)
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await haveShop(page, baseURL!, organization, 1)
      const find = (how: string) =>
        read<Listing>(
          `SELECT id, title, coalesce(variation, '') AS variation, item_id AS item FROM listing l
           WHERE NOT has_promotion AND gone_at IS NULL AND status IN ('NORMAL', 'MODEL_NORMAL') AND price_cents < 20000
             AND (SELECT count(*) FROM listing o WHERE o.item_id = l.item_id) ${how} ORDER BY item_id, model_id LIMIT 1`,
        )
      await expect
        .poll(async () => (await find('= 1')).length * (await find('> 2')).length, { timeout: 60_000 })
        .toBe(1)
      await read(`UPDATE shop SET price_master = 'mascate'`)
      const [[single], [variation]] = [await find('= 1'), await find('> 2')]

      // The platform takes no variation that costs more than four times another one of its item.
      await page.goto(`${desk}?rule=set&value=99900`)
      for (const { title, variation: name } of [single!, variation!])
        await page
          .getByRole('checkbox', { name: words.form.pick.replace('{name}', name ? `${title} · ${name}` : title) })
          .check()
      const send = (count: number) => new RegExp(`^(Enviar|Send) ${count} (preços|prices)$`)
      await page
        .getByRole('group', { name: words.form.bar })
        .getByRole('button', { name: send(2) })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: send(2) })
        .click()
      const card = page.getByRole('region', { name: words.changes.title })
      await expect(card.getByText(words.changes.done.replace('{done}', '1').replace('{total}', '2'))).toBeVisible({
        timeout: 90_000,
      })
      const refusal = card.getByRole('listitem').filter({ hasText: words.changes.states.refused }).last()
      await expect(refusal).toContainText(`${variation!.title} · ${variation!.variation}`)
      await expect(refusal).toContainText('out of range')
      await expectAccessibleInFull(page)

      await card.getByRole('button', { name: words.form.undo }).click()
      await expect(card.getByText(words.changes.done.replace('{done}', '1').replace('{total}', '1'))).toBeVisible({
        timeout: 90_000,
      })
      await expect(card.getByText(words.changes.undone)).toBeVisible()
      await expect(card.getByRole('button', { name: words.form.undo })).toHaveCount(0)
    },
  )

// Full form only: “prices are chosen by a rule…” sends two, and price-faults.integration.test.ts fifty under the platform’s faults.
test(
  'fifty prices are sent by one press; the two that the platform refuses are named on the open page, and the others put back',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, signIn, organization }) => {
    test.setTimeout(360_000)
    const words = pt.priceDesk
    const sql = <T extends object>(text: string, given: unknown[] = []) =>
      inspect<T>(organization.organizationId, text, given)
    await signIn()
    const shopId = await haveShop(page, baseURL!, organization, 1)
    const listed = () =>
      sql<{ count: number }>('SELECT count(*)::int AS count FROM listing WHERE synced_at IS NOT NULL')
    await expect.poll(async () => (await listed())[0]!.count, { timeout: 60_000 }).toBeGreaterThan(60)
    await sql(`UPDATE shop SET price_master = 'mascate'`)
    const address = `${desk}?rule=percent&value=300&show=changes`
    await page.goto(address)
    const names = (await page.getByRole('checkbox', { name: /^Escolher (?!os desta)/ }).all()).map((box) =>
      box.getAttribute('aria-label'),
    )
    const shown = (await Promise.all(names)).map((name) => name!.replace('Escolher ', ''))
    expect(shown).toHaveLength(50)
    const under = await sql<{ id: string; name: string; item: string; model: string }>(
      `SELECT DISTINCT ON (item_id) id, concat_ws(' · ', title, variation) AS name, item_id AS item, coalesce(model_id, '0') AS model
       FROM listing l WHERE model_id IS NOT NULL AND concat_ws(' · ', title, variation) = ANY ($1)
         AND (SELECT count(*) FROM listing o WHERE concat_ws(' · ', o.title, o.variation) = concat_ws(' · ', l.title, l.variation)) = 1
       ORDER BY item_id LIMIT 2`,
      [shown],
    )
    for (const { item, model } of under)
      await pressPlatform('promotion', { shopId, itemId: item, modelId: model, reservedStock: 1 })
    // Their promotions are heard of, and then forgotten: the desk sends what the platform does not take.
    const ids = under.map(({ id }) => id)
    const known = () => sql('SELECT 1 FROM listing WHERE has_promotion AND id = ANY ($1)', [ids])
    await expect.poll(async () => (await known()).length, { timeout: 120_000 }).toBe(2)
    await sql('UPDATE listing SET has_promotion = false, price_cents = original_cents WHERE id = ANY ($1)', [ids])

    await page.goto(address)
    await page.getByRole('checkbox', { name: words.form.pickAll }).first().check()
    await page.getByRole('group', { name: words.form.bar }).getByRole('button', { name: 'Enviar 50 preços' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar 50 preços' }).click()
    const card = page.getByRole('region', { name: words.changes.title })
    const done = (count: number, total: number) =>
      words.changes.done.replace('{done}', String(count)).replace('{total}', String(total))
    await expect(card.getByText(done(48, 50))).toBeVisible({ timeout: 150_000 })
    const refused = card.getByRole('listitem').filter({ hasText: 'under promotion' })
    for (const { name } of under) await expect(refused.filter({ hasText: name }).first()).toBeVisible()
    await card.getByRole('button', { name: words.form.undo }).click()
    await expect(card.getByText(done(48, 48))).toBeVisible({ timeout: 150_000 })
  },
)
