import 'server-only'
import { z } from 'zod'

const optional = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : undefined))

/** Sources of img-src, with spaces between them; nothing else may slip into a page's policy. */
const PICTURE_HOSTS = 'https://cf.shopee.com.br https://*.img.susercontent.com'
const pictureHosts = optional
  .transform((list) => (list ?? PICTURE_HOSTS).split(/\s+/))
  .pipe(z.array(z.string().regex(/^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/, 'names hosts as https://host')))

const key = z.string().refine((value) => Buffer.from(value, 'base64').length === 32, 'needs 32 bytes in base64')

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** The app's or the worker's own role, never the owner's. */
  DATABASE_URL: z.string().min(1),
  NEXTAUTH_URL: z.string().default('http://localhost:3000'),
  NEXTAUTH_SECRET: z.string().min(16),
  /** 32 bytes in base64 each: what is sealed at rest, and the audit chain. */
  ENCRYPTION_KEY: key,
  AUDIT_SEAL_KEY: key,
  /** Comma-separated: what they sealed still opens while the key is being changed. */
  PREVIOUS_ENCRYPTION_KEYS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(key)),
  MASCATE_DATA: z.string().default('.data'),
  /** smtp://user:password@host:port; without it, a loopback installation shows its links on screen. */
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Mascate <no-reply@mascate.local>'),
  /** Google sign-in and Drive: a client of the OAuth kind "web application". */
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  /** Where another OIDC provider stands in for Google, as in tests. */
  GOOGLE_ISSUER: z.string().default('https://accounts.google.com'),
  GOOGLE_WELL_KNOWN: z.string().default('https://accounts.google.com/.well-known/openid-configuration'),
  /** Where another server stands in for Google's OAuth and Drive, as in tests. */
  GOOGLE_OAUTH_URL: z.string().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: z.string().default('https://oauth2.googleapis.com'),
  GOOGLE_DRIVE_URL: z.string().default('https://www.googleapis.com'),
  /** The app registered at Shopee's Open Platform; without it `npm start` runs the stand-in and sets all of these. */
  SHOPEE_PARTNER_ID: optional
    .transform((value) => (value ? Number(value) : undefined))
    .pipe(z.int().positive().optional()),
  SHOPEE_PARTNER_KEY: optional,
  SHOPEE_API_URL: z.string().default('https://openplatform.shopee.com.br'),
  SHOPEE_AUTH_URL: z.string().default('https://open.shopee.com.br/auth'),
  /** The address registered for pushes, whose bytes are part of their signature; without it, this product's own. */
  SHOPEE_PUSH_URL: optional,
  /** Where the platform keeps its pictures: browsers load them from there. */
  SHOPEE_PICTURE_HOSTS: pictureHosts,
  SHOPEE_CALLS_PER_SECOND: z.coerce.number().positive().max(1000).default(10),
  /** Set where the platform is the stand-in: screens say so. */
  SHOPEE_SANDBOX: optional.transform((value) => value === '1'),
  /** The assistants' makers: a key for every company that has none of its own; without one the local answers serve. */
  GEMINI_API_KEY: optional,
  GEMINI_BASE_URL: z.string().default('https://generativelanguage.googleapis.com/v1beta'),
  GEMINI_MODEL: z.string().default('gemini-3.8-flash'),
  /** What the model may take of a company in a day, in tokens; afterwards the rules answer. */
  ASSISTANT_DAY_TOKENS: z.coerce.number().int().min(0).default(2_000_000),
  MANUS_API_KEY: optional,
  MANUS_BASE_URL: z.string().default('https://api.manus.ai'),
  /** How many proxies in front may be believed about the client's address. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** The account that the seed makes; without them it makes nothing. */
  DEMO_EMAIL: optional,
  DEMO_PASSWORD: optional,
  /** With it the seed makes the marketplace's money as well, which only the worker's role writes. */
  DEMO_WORKER_URL: optional,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Environment = z.infer<typeof environment>

let parsed: Environment | undefined

/** The environment, checked at first use (a build needs none of it). Throws with every missing or malformed name. */
export function env(): Environment {
  if (parsed) return parsed
  const result = environment.safeParse(process.env)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Environment is not usable.\n${problems.join('\n')}`)
  }
  parsed = result.data
  return parsed
}

export const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
