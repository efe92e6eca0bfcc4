import { timeSlowness } from './fixtures/slowness'
import { expect, test } from './fixtures/test'

/** A phone of the middle class on a slow line: a fourth of this processor, 1.6 Mbit/s, 150 ms. */
const slow = { rate: 4, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const LARGEST_WITHIN_MS = 2500
/** Other work on the machine only adds to the figure: the best of these counts, each with an empty cache, for a fixed piece of work beside it. */
const VISITS = 3

type Seen = { largest?: number }

// Full form only: a figure that other tests beside it would blur.
test(
  'the first visit of the dashboard on a mid-range phone shows its largest content within 2.5 s',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn }, info) => {
    test.setTimeout(600_000)
    await signIn('demo')
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.rate })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const entry = list.getEntries().at(-1)
        if (entry) (window as Seen).largest = entry.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const seen: { ms: number; slowness: number }[] = []
    const best = () => Math.min(...seen.map(({ ms, slowness }) => ms / slowness))
    for (let visit = 1; visit <= VISITS && best() >= LARGEST_WITHIN_MS; visit += 1) {
      const slowBefore = await timeSlowness()
      await session.send('Network.clearBrowserCache')
      await page.goto('/dashboard')
      await expect(page.getByRole('article', { name: /^Este mês/ })).toBeVisible()
      await page.waitForLoadState('load')
      const ms = Math.round((await page.evaluate(() => (window as Seen).largest)) ?? Infinity)
      await page.goto('about:blank')
      seen.push({ ms, slowness: (slowBefore + (await timeSlowness())) / 2 })
    }
    const description = seen
      .map(({ ms, slowness }) => `${ms} ms, machine ${slowness.toFixed(2)} times as slow`)
      .join('; ')
    info.annotations.push({ type: 'largest content', description })
    expect(best(), description).toBeLessThan(LARGEST_WITHIN_MS)
  },
)
