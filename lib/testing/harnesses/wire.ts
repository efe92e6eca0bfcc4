import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'

type Manner = 'refused' | 'silent'
type Pair = { near: Socket; far: Socket | null; gone: boolean }

/** The cable between the product and its database, to be cut: `refused` as where nothing listens, `silent` as where packets are lost. */
export async function openWire(target: number) {
  const pairs = new Set<Pair>()
  let manner: Manner | null = null
  let opened = 0
  const server = createServer((near) => {
    const pair: Pair = { near, far: null, gone: false }
    pairs.add(pair)
    opened += 1
    near.pause()
    near.on('error', () => undefined).on('close', () => end(pair))
    if (manner === null) join(pair)
  })

  /** Where packets are lost neither end hears of the other's. */
  const end = (pair: Pair) => {
    pair.gone = true
    if (manner === 'silent') return
    pair.near.destroy()
    pair.far?.destroy()
    pairs.delete(pair)
  }
  const join = (pair: Pair) => {
    const far = connect(target, '127.0.0.1')
    pair.far = far
    far.on('error', () => undefined).on('close', () => end(pair))
    pair.near.on('data', (chunk: Buffer) => far.write(chunk))
    far.on('data', (chunk: Buffer) => pair.near.write(chunk))
    pair.near.resume()
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }

  const port = await listen(0)
  const cut = async (how: Manner) => {
    manner = how
    if (how === 'silent') {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket?.pause()
      return
    }
    const closed = once(server, 'close')
    server.close()
    for (const pair of [...pairs]) end(pair)
    await closed
  }
  const heal = async () => {
    const was = manner
    manner = null
    if (was === 'refused') await listen(port)
    for (const pair of [...pairs]) {
      if (pair.gone) end(pair)
      else if (pair.far === null) join(pair)
      else for (const socket of [pair.near, pair.far]) socket.resume()
    }
  }
  const close = async () => {
    manner = null
    for (const pair of [...pairs]) end(pair)
    if (server.listening) await new Promise<void>((closed) => server.close(() => closed()))
  }
  return { port, cut, heal, close, countOpened: () => opened }
}
