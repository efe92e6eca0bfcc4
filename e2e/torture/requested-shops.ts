import { setTimeout as wait } from 'node:timers/promises'
import { changeAsOwner, inspect } from '../../lib/testing/harnesses/database'
import { newId } from '../../lib/core/ids'
import { callAction, Tally } from './call-action'
import type { connectPlatformShop } from './platform-shop'
import { atLeast, exactly, type Figure } from './scenario'

export type Shop = Awaited<ReturnType<typeof connectPlatformShop>>
type UnansweredCalls = { refusals: Tally; unanswered: Tally }

const LOOKED_EVERY_MS = 300
/** On a busy machine a step may be over before each shop was asked: so long it goes on. */
const SEEN_WITHIN_MS = 15_000

/**
 * Watches shops that people sync step by step: each answers in every step, and the token pair of the first is refreshed
 * in each.
 */
export function watchShops(shops: readonly [Shop, ...Shop[]]) {
  const [refreshed] = shops
  const accepted = new Tally()
  const steps: { leastAccepted: number; isRefreshed: boolean }[] = []
  return {
    async request(app: string, { seller, shopId }: Shop, results: UnansweredCalls): Promise<void> {
      const call = { name: 'testShopAction', key: newId(), input: { id: shopId } }
      const answer = await callAction(app, seller, call)
      if (answer.kind === 'accepted') accepted.add(shopId)
      if (answer.kind === 'refused') results.refusals.add(`${call.name} ${answer.code}`)
      if (answer.kind === 'unknown') results.unanswered.add(answer.why)
    },
    /** The first shop's pair is due at its beginning. */
    async step(work: () => Promise<void>): Promise<void> {
      const [before, generation] = [shops.map(({ shopId }) => accepted.of(shopId)), await generationOf(refreshed)]
      const look = async () => ({
        leastAccepted: Math.min(...shops.map(({ shopId }, shop) => accepted.of(shopId) - before[shop]!)),
        isRefreshed: (await generationOf(refreshed)) > generation,
      })
      await changeAsOwner(refreshed.harness.id, 'UPDATE shop_token SET access_expires_at = now() WHERE shop_id = $1', [
        refreshed.shopId,
      ])
      await work()
      let seen = await look()
      for (const until = Date.now() + SEEN_WITHIN_MS; Date.now() < until; seen = await look()) {
        if (seen.leastAccepted > 0 && seen.isRefreshed) break
        await wait(LOOKED_EVERY_MS)
      }
      steps.push(seen)
    },
    figures: (): Figure[] => [
      atLeast(
        'tests accepted of the shop that was asked least, of any step',
        Math.min(...steps.map(({ leastAccepted }) => leastAccepted)),
        1,
      ),
      exactly(
        'steps in which the pair was refreshed',
        steps.filter(({ isRefreshed }) => isRefreshed).length,
        steps.length,
      ),
    ],
    notes: () =>
      Object.fromEntries(shops.map(({ harness, shopId }) => [`tests accepted, ${harness.name}`, accepted.of(shopId)])),
  }
}

async function generationOf({ harness, shopId }: Shop): Promise<number> {
  const sql = 'SELECT generation FROM shop_token WHERE organization_id = $1 AND shop_id = $2'
  return (await inspect<{ generation: number }>(harness.id, sql, [harness.id, shopId]))[0]!.generation
}
