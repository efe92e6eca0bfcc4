import { throughUrl, withOwner } from '../../lib/testing/harnesses/database'

type Settings = Record<string, string>

export const serverPort = (settings: Settings) => Number(new URL(settings.DATABASE_URL!).port)

/** A database of a scenario's own on the stage's server, removed if an earlier run left it; who starts a product there makes it. */
export async function claimDatabase(settings: Settings, database: string) {
  await withOwner((owner) => owner.query(`drop database if exists ${database} with (force)`))
  const at = (name: string, port: number) =>
    Object.assign(new URL(settings[name]!), { port, pathname: `/${database}` }).toString()
  /** By the server's own port, or by a cable's. */
  const addresses = (port = serverPort(settings)) => ({
    DATABASE_URL: at('DATABASE_URL', port),
    DATABASE_OWNER_URL: at('DATABASE_OWNER_URL', port),
    DATABASE_WORKER_URL: at('DATABASE_WORKER_URL', port),
  })
  return {
    addresses,
    /** `run` uses the product's own modules in this database. */
    async enter<T>(run: () => Promise<T>): Promise<T> {
      const { TEST_DATABASE_NAME, TEST_DATABASE_WORKER_URL } = process.env
      const { DATABASE_URL, DATABASE_WORKER_URL } = addresses()
      Object.assign(process.env, { TEST_DATABASE_NAME: database, TEST_DATABASE_WORKER_URL: DATABASE_WORKER_URL })
      try {
        return await throughUrl(DATABASE_URL, run)
      } finally {
        Object.assign(process.env, { TEST_DATABASE_NAME, TEST_DATABASE_WORKER_URL })
      }
    },
  }
}

/** The keys of the stage's product. */
export const keysOf = ({ NEXTAUTH_SECRET, ENCRYPTION_KEY, AUDIT_CHAIN_KEY, BLIND_INDEX_KEY }: Settings) => ({
  NEXTAUTH_SECRET: NEXTAUTH_SECRET!,
  ENCRYPTION_KEY: ENCRYPTION_KEY!,
  AUDIT_CHAIN_KEY: AUDIT_CHAIN_KEY!,
  BLIND_INDEX_KEY: BLIND_INDEX_KEY!,
})
