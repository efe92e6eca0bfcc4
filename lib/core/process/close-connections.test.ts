import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect as connectTo, type AddressInfo } from 'node:net'
import { closeConnectionsOn } from './close-connections'

const stop = new AbortController()
closeConnectionsOn(stop.signal)

let server: Server
afterEach(() => server.closeAllConnections())

test('once asked to end, a server answers what was asked and is held by no connection that was busy then', async () => {
  const waiting: ServerResponse[] = []
  const requests = new Map<string, ServerResponse>()
  // A connection has no end of its own: who closes none is not closed.
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (request.url === '/at-once') return response.end('at once')
    if (request.url!.startsWith('/twice')) return requests.set(request.url!, response)
    if (request.url === '/streams') response.write('begun ')
    waiting.push(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const connect = () => new Agent({ keepAlive: true, maxSockets: 1 })
  const request = (path: string, agent: Agent) =>
    new Promise<{ answer: IncomingMessage; text: Promise<string> }>((resolve, reject) => {
      const call = get({ port, path, agent, host: '127.0.0.1' }, (answer) => {
        const text = answer.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString())
        resolve({ answer, text })
      })
      call.once('error', reject)
    })
  const [idle, busy, streaming] = [connect(), connect(), connect()]
  const before = await request('/at-once', idle)
  expect([await before.text, before.answer.headers.connection]).toEqual(['at once', 'keep-alive'])
  const pending = request('/waits', busy)
  const begun = await request('/streams', streaming)
  while (waiting.length < 2) await new Promise((later) => setTimeout(later, 5))

  const ahead = connectTo(port, '127.0.0.1')
  const endOfAhead = new Promise((ended) => ahead.resume().once('end', ended))
  await new Promise<void>((counted) => server.once('connection', () => counted()))

  // A browser may ask again before it is answered.
  const requestTwice = (name: string) => {
    const socket = connectTo(port, '127.0.0.1')
    for (const nth of [1, 2]) socket.write(`GET /twice/${name}/${nth} HTTP/1.1\r\nhost: x\r\n\r\n`)
    return socket.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString())
  }
  const [half, whole] = [requestTwice('half'), requestTwice('whole')]
  while (requests.size < 4) await new Promise((later) => setTimeout(later, 5))
  const finish = (name: string) =>
    new Promise<void>((finished) => requests.get(`/twice/${name}`)!.once('finish', finished).end(`sent ${name}`))
  await finish('half/1')

  stop.abort()
  const closed = new Promise((done) => server.close(done))
  for (const response of waiting) response.end('to the end')
  await finish('whole/1')
  // Where its connection was ended after the first, nothing of it is written any more.
  for (const name of ['half/2', 'whole/2']) requests.get(`/twice/${name}`)!.end(`sent ${name}`)
  const tellings = (text: string) => text.match(/connection: \S+|sent \w+\/\d/gi)?.map((answer) => answer.toLowerCase())
  for (const [name, text] of [
    ['half', await half],
    ['whole', await whole],
  ] as const)
    expect(tellings(text)).toEqual(['connection: keep-alive', `sent ${name}/1`, 'connection: close', `sent ${name}/2`])
  const answered = await pending
  expect([await answered.text, answered.answer.headers.connection]).toEqual(['to the end', 'close'])
  expect(await begun.text).toBe('begun to the end')
  await Promise.all([endOfAhead, closed])
})
