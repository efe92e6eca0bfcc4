// @vitest-environment node
import { createQueryClient } from './query-provider'

test('the server’s rendering leaves no timer behind that would keep its request in memory', () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client
    .getQueryCache()
    .build(client, { queryKey: ['orders'], queryFn: () => 1, gcTime: client.getDefaultOptions().queries!.gcTime })
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
