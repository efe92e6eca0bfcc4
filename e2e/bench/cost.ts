import { readFileSync } from 'node:fs'
import { request } from 'node:http'

const ROUNDS = 5
const REQUESTS_A_ROUND = 20

export type Cost = { cpuMs: number; plainBytes: number; gzipBytes: number; brotliBytes: number }

/**
 * The cost of one answer in the web process: milliseconds of its own processor time over all threads, which other work
 * on the machine hardly changes, and the bytes it sends. The pages are requested in turn, as a browser does.
 */
export async function measureCosts(
  web: number,
  address: string,
  pages: Record<string, string>,
  cookie: string,
): Promise<Record<string, Cost>> {
  const bytesAt = (path: string, accepted: string) =>
    bytesOf(new URL(path, address), { cookie, 'accept-encoding': accepted })
  const spent = new Map(Object.keys(pages).map((name) => [name, 0]))
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, path] of Object.entries(pages)) {
      const before = processorMs(web)
      for (let at = 0; at < REQUESTS_A_ROUND; at += 1) await bytesAt(path, 'gzip, deflate, br')
      // The first round warms up.
      if (round >= 0) spent.set(name, spent.get(name)! + processorMs(web) - before)
    }
  const costs: Record<string, Cost> = {}
  for (const [name, path] of Object.entries(pages))
    costs[name] = {
      cpuMs: Math.round((spent.get(name)! / (ROUNDS * REQUESTS_A_ROUND)) * 10) / 10,
      plainBytes: await bytesAt(path, 'identity'),
      gzipBytes: await bytesAt(path, 'gzip'),
      brotliBytes: await bytesAt(path, 'br'),
    }
  return costs
}

/** Linux counts a process's time in hundredths of a second: user and system are the 14th and 15th of its figures. */
export function processorMs(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const figures = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(figures[11]) + Number(figures[12])) * 10
}

export type Answer = { status: number; body: Buffer; ms: number }

/** One request by Node's own client, which leaves a compressed answer as it is. */
export const fetchOnce = (address: URL, headers: Record<string, string>, body?: string) =>
  new Promise<Answer>((resolve, reject) => {
    const since = performance.now()
    const sent = request(address, { method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const ms = performance.now() - since
        resolve({ status: answer.statusCode!, body: Buffer.concat(parts), ms })
      })
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

async function bytesOf(address: URL, headers: Record<string, string>): Promise<number> {
  const { status, body } = await fetchOnce(address, { accept: 'text/html', ...headers })
  if (status !== 200) throw new Error(`${address.pathname} answered ${status}`)
  return body.length
}
