import { z } from 'zod'

const environment = z.object({
  DATABASE_SANDBOX_URL: z.string().min(1),
  SHOPEE_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3080),
  SHOPEE_PARTNER_ID: z.coerce.number().int().positive().default(1_000_001),
  SHOPEE_PARTNER_KEY: z.string().min(16),
  /** By which pushes are signed; left out, the app's key signs them, as of apps from before there was one. */
  SHOPEE_PUSH_PARTNER_KEY: z.string().min(16).optional(),
  /** The callback address that the app registered for pushes. */
  SHOPEE_PUSH_URL: z.string().optional(),
  /** Where browsers reach this server's pictures, up to the last slash. */
  SHOPEE_PICTURE_URL: z.string().optional(),
  /** Orders of invented history that each new shop is given. */
  SHOPEE_SANDBOX_DEMO_ORDERS: z.coerce.number().int().min(0).max(1_000_000).default(3000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type SandboxOptions = {
  databaseUrl: string
  /** 0 takes any free port. */
  port?: number
  partnerId?: number
  partnerKey: string
  /** By which pushes are signed; left out, `partnerKey`. */
  webhookKey?: string
  webhookUrl?: string
  /** Left out, this server's own. */
  pictureUrl?: string
  /** The initial value of that setting; left out it stays as it is. */
  demoOrders?: number
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** False: what the platform does by itself as its time passes, it does only when the admin moves the clock. */
  isTicking?: boolean
}

type Unset = 'webhookKey' | 'webhookUrl' | 'pictureUrl' | 'isTicking'

/** The only place of the sandbox that reads the environment. Throws with every missing or malformed name. */
export function readSettings(): Required<Omit<SandboxOptions, Unset>> & Pick<SandboxOptions, Unset> {
  const result = environment.safeParse(process.env)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The sandbox's environment is not usable.\n${problems.join('\n')}`)
  }
  const { data } = result
  return {
    databaseUrl: data.DATABASE_SANDBOX_URL,
    port: data.SHOPEE_SANDBOX_PORT,
    partnerId: data.SHOPEE_PARTNER_ID,
    partnerKey: data.SHOPEE_PARTNER_KEY,
    webhookKey: data.SHOPEE_PUSH_PARTNER_KEY,
    webhookUrl: data.SHOPEE_PUSH_URL,
    pictureUrl: data.SHOPEE_PICTURE_URL,
    demoOrders: data.SHOPEE_SANDBOX_DEMO_ORDERS,
    logLevel: data.LOG_LEVEL,
  }
}
