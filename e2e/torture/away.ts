import { readFileSync, rmSync } from 'node:fs'
import { benchmarkEnvironment, root, startProduct } from '../bench/product'
import { callActionsOf } from './call-action'
import { claimDatabase, keysOf, serverPort } from './own-database'
import { folderOf, freshProgram, productLog, started, type Stage } from './stage'
import { openWire } from '../../lib/testing/harnesses/wire'

const PORT = 3296
const DATABASE = 'mascate_away'
const ENDED = /\b(?:web|worker|sandbox) ended with /

export type Away = Awaited<ReturnType<typeof openAway>>

/** A third product, supervised like the first, that reaches a database of its own on the same server, and the marketplace, by cables that can be cut. `program` is the checkout that it runs. */
export async function openAway({ settings, platform }: Stage, program = root) {
  const database = await claimDatabase(settings, DATABASE)
  const wire = await openWire(serverPort(settings))
  const folder = folderOf('torture-away')
  // The sandbox of the first product: it has a database of its own.
  const platformWire = await openWire(Number(new URL(platform.SHOPEE_API_URL).port))
  const marketplace = {
    SHOPEE_PARTNER_ID: platform.SHOPEE_PARTNER_ID,
    SHOPEE_PARTNER_KEY: platform.SHOPEE_PARTNER_KEY,
    SHOPEE_API_URL: `http://127.0.0.1:${platformWire.port}`,
    SHOPEE_SANDBOX: '1',
    SHOPEE_CALLS_PER_SECOND: '100',
  }
  const endsBefore = readFileSync(productLog, 'utf8').split(ENDED).length
  const env = { MASCATE_DATA: folder, LOG_LEVEL: 'warn', ...keysOf(settings), ...marketplace }
  const product = await startProduct(PORT, {
    program: freshProgram,
    env: { ...env, ...database.addresses(wire.port) },
    log: productLog,
    folder: program,
  }).catch(async (error: unknown) => {
    await Promise.all([wire.close(), platformWire.close()])
    throw error
  })
  callActionsOf(program)
  const stop = async () => {
    started.delete(running)
    callActionsOf(root)
    await product.stop()
    await Promise.all([wire.close(), platformWire.close()])
    rmSync(folder, { recursive: true, force: true })
  }
  const running = { stop }
  started.add(running)
  return {
    app: product.address.replace('localhost', '127.0.0.1'),
    wire,
    platformWire,
    platform,
    hasEnded: () => product.hasEnded(),
    /** How often a process of the product ended and was started again. */
    countEnds: () => readFileSync(productLog, 'utf8').split(ENDED).length - endsBefore,
    env: { ...benchmarkEnvironment(), ...env, ...database.addresses(), NEXTAUTH_URL: product.address },
    /** `run` uses the product's own modules in this database, past the cable. */
    inDatabase: database.enter,
    stop,
  }
}
