import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { inspect } from '../lib/testing/harnesses/database'
import { haveShop } from './fixtures/marketplace'
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
