import { readFileSync, rmSync } from 'node:fs'
import { benchEnvironment, root, startProduct } from '../bench/product'
import { throughUrl, withOwner } from '../../lib/testing/database'
import { callActionsOf } from './call-action'
import { folderOf, freshProgram, productLog, started, type Stage } from './stage'
import { openWire } from '../../lib/testing/wire'

const PORT = 3296
const DATABASE = 'mascate_away'
const ENDED = /\b(?:web|worker|sandbox) ended with /

export type Away = Awaited<ReturnType<typeof openAway>>

/** A third product, supervised like the first, that reaches a database of its own on the same server, and the marketplace, by cables that can be cut. `program` is the checkout that it runs. */
export async function openAway({ settings, platform }: Stage, program = root) {
  await withOwner((owner) => owner.query(`drop database if exists ${DATABASE} with (force)`))
  const wire = await openWire(Number(new URL(settings.DATABASE_URL!).port))
  const place = (name: string, port: number) =>
    Object.assign(new URL(settings[name]!), { port, pathname: `/${DATABASE}` }).toString()
  const addresses = (port: number) => ({
    DATABASE_URL: place('DATABASE_URL', port),
    DATABASE_OWNER_URL: place('DATABASE_OWNER_URL', port),
    DATABASE_WORKER_URL: place('DATABASE_WORKER_URL', port),
  })
  const { NEXTAUTH_SECRET, ENCRYPTION_KEY, AUDIT_SEAL_KEY } = settings
  const secrets = {
    NEXTAUTH_SECRET: NEXTAUTH_SECRET!,
    ENCRYPTION_KEY: ENCRYPTION_KEY!,
    AUDIT_SEAL_KEY: AUDIT_SEAL_KEY!,
  }
  const folder = folderOf('torture-away')
  // The stand-in of the first product: it has a database of its own.
  const platformWire = await openWire(Number(new URL(platform.SHOPEE_API_URL).port))
  const marketplace = {
    ...{ SHOPEE_PARTNER_ID: platform.SHOPEE_PARTNER_ID, SHOPEE_PARTNER_KEY: platform.SHOPEE_PARTNER_KEY },
    ...{ SHOPEE_API_URL: `http://127.0.0.1:${platformWire.port}`, SHOPEE_SANDBOX: '1', SHOPEE_CALLS_PER_SECOND: '100' },
  }
  const endsBefore = readFileSync(productLog, 'utf8').split(ENDED).length
  const env = { MASCATE_DATA: folder, LOG_LEVEL: 'warn', ...secrets, ...marketplace }
  const product = await startProduct(PORT, {
    ...{ program: freshProgram, env: { ...env, ...addresses(wire.port) }, log: productLog, folder: program },
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
  const direct = addresses(Number(new URL(settings.DATABASE_URL!).port))
  return {
    ...{
      app: product.address.replace('localhost', '127.0.0.1'),
      wire,
      platformWire,
      platform,
      hasEnded: () => product.hasEnded(),
    },
    /** How often a process of the product ended and was started again. */
    countEnds: () => readFileSync(productLog, 'utf8').split(ENDED).length - endsBefore,
    env: { ...benchEnvironment(), ...env, ...direct, NEXTAUTH_URL: product.address },
    /** What `run` does by the product's own modules is done in this database, past the cable. */
    async inDatabase<T>(run: () => Promise<T>): Promise<T> {
      const { TEST_DATABASE_NAME, TEST_DATABASE_WORKER_URL } = process.env
      Object.assign(process.env, { TEST_DATABASE_NAME: DATABASE, TEST_DATABASE_WORKER_URL: direct.DATABASE_WORKER_URL })
      try {
        return await throughUrl(direct.DATABASE_URL, run)
      } finally {
        Object.assign(process.env, { TEST_DATABASE_NAME, TEST_DATABASE_WORKER_URL })
      }
    },
    stop,
  }
}
