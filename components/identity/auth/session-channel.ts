import { newIdempotencyKey } from '@/components/ui/use-action'

/** `ended`: this browser signed out; `changed`: look for yourself (another company, another person). */
export type SessionNews = 'ended' | 'changed'

const name = 'mascate-session'
// A channel is heard by the other channels of its own tab as well, where the news is known already.
let ownTab: string | undefined
const thisTab = () => (ownTab ??= newIdempotencyKey())

/** Tells this browser's other tabs, which hear it at once even when hidden. */
export function notifyOtherTabs(news: SessionNews): void {
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(name)
    channel.postMessage({ news, tab: thisTab() })
    channel.close()
    return
  }
  try {
    // A storage event goes to the other tabs alone, and only when the value is another.
    localStorage.setItem(name, `${news}:${newIdempotencyKey()}`)
  } catch {
    // Without either, tabs learn it when somebody comes back to them.
  }
}

export function listenToOtherTabs(onMessage: (news: SessionNews) => void): () => void {
  const take = (news: unknown) => {
    if (news === 'ended' || news === 'changed') onMessage(news)
  }
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<{ news?: unknown; tab?: unknown }>) => {
      if (data.tab !== thisTab()) take(data.news)
    }
    return () => channel.close()
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === name) take(newValue?.split(':')[0])
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
