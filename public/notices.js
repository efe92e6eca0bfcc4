// The service worker of the notices: it shows what an open page gives it (components/insight/notifications/browser-notices.ts) and
// opens the page of a notice that is clicked. It stores nothing, and no request of a page passes through it.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.href ?? '/dashboard/notifications'))
})

/** In a tab that is open already, the visible one first; else in a new one. */
async function openPage(href) {
  const address = new URL(href, self.location.origin)
  if (address.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  const isSent = page && (await sendTo(page, address.href))
  if (!isSent) await self.clients.openWindow(address.href)
}

/** The browser may refuse either, for a page that it has put aside. */
async function sendTo(page, address) {
  try {
    await page.focus()
    await page.navigate(address)
    return true
  } catch {
    return false
  }
}
