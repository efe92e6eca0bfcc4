// Stands in for next/headers in integration tests: the request that the action under test believes to answer.
type CookieOptions = { maxAge?: number; secure?: boolean; path?: string; domain?: string }

const jar = new Map<string, string>()
const sent = new Map<string, string>()

const cookieStore = {
  get: (name: string) => (jar.has(name) ? { name, value: jar.get(name)! } : undefined),
  getAll: () => [...jar].map(([name, value]) => ({ name, value })),
  has: (name: string) => jar.has(name),
  set(name: string, value: string, options: CookieOptions = {}) {
    // As browsers do.
    if (name.startsWith('__Host-') && (!options.secure || options.path !== '/' || options.domain))
      throw new Error(`a browser drops ${name} with ${JSON.stringify(options)}`)
    if (options.maxAge === 0) jar.delete(name)
    else jar.set(name, value)
  },
  delete: (name: string) => void jar.delete(name),
}

export const cookies = async () => cookieStore
export const headers = async () => new Headers([...sent])

export function setRequestHeader(name: string, value: string) {
  sent.set(name, value)
}

export function clearRequest() {
  jar.clear()
  sent.clear()
}
