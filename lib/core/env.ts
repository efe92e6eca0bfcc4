import 'server-only'
import { z } from 'zod'
import { onceInProcess } from './process/process-state'

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

/** Comma-separated. */
const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []))

const names = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** The app's or the worker's own role, never the owner's. */
  DATABASE_URL: z.string().min(1),
  NEXTAUTH_URL: z.string().default('http://localhost:3000'),
  NEXTAUTH_SECRET: z.string().min(16),
  /** Set where every name below this address speaks https too: browsers receive that rule for two years. */
  HSTS_SUBDOMAINS: optional.transform((value) => value === '1'),
  /** 32 bytes in base64 each: what is encrypted at rest, and the audit chain. */
  ENCRYPTION_KEY: key,
  AUDIT_CHAIN_KEY: key,
  /** By what bank accounts and buyers are known again; the same for as long as the database lives. */
  BLIND_INDEX_KEY: key,
  /** Comma-separated: what they encrypted still opens while the key is being changed. */
  PREVIOUS_ENCRYPTION_KEYS: list.pipe(z.array(key)),
  /** The newest first: what they chained of the trails still verifies; nothing new is chained with them. */
  PREVIOUS_AUDIT_CHAIN_KEYS: list.pipe(z.array(key)),
  /** Cookies that they encrypted still open. */
  PREVIOUS_NEXTAUTH_SECRETS: list.pipe(z.array(z.string().min(16))),
  MASCATE_DATA: z.string().default('.data'),
  /** A bucket that speaks the S3 protocol in place of the data folder's files; the rest is needed where one is named. */
  S3_BUCKET: optional,
  S3_ENDPOINT: optional.pipe(z.url().optional()),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PATH_STYLE: optional.transform((value) => value !== '0'),
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
  /** The app registered at Shopee's Open Platform; without it `npm start` runs the sandbox and sets all of these. */
  SHOPEE_PARTNER_ID: optional
    .transform((value) => (value ? Number(value) : undefined))
    .pipe(z.int().positive().optional()),
  SHOPEE_PARTNER_KEY: optional,
  /** Pushes signed with them are still taken; calls are signed with the one in force. */
  PREVIOUS_SHOPEE_PARTNER_KEYS: list,
  /** The console's push partner key, by which pushes are signed; left out, they are signed with SHOPEE_PARTNER_KEY. */
  SHOPEE_PUSH_PARTNER_KEY: optional,
  /** Pushes signed with them are still taken while the push key is being changed. */
  PREVIOUS_SHOPEE_PUSH_PARTNER_KEYS: list,
  SHOPEE_API_URL: z.string().default('https://openplatform.shopee.com.br'),
  SHOPEE_AUTH_URL: z.string().default('https://open.shopee.com.br/auth'),
  /** The address registered for pushes, whose bytes are part of their signature; without it, this product's own. */
  SHOPEE_PUSH_URL: optional,
  /** Where the platform keeps its pictures: browsers load them from there. */
  SHOPEE_PICTURE_HOSTS: pictureHosts,
  SHOPEE_CALLS_PER_SECOND: z.coerce.number().positive().max(1000).default(10),
  /** Set where the platform is the sandbox: screens say so. */
  SHOPEE_SANDBOX: optional.transform((value) => value === '1'),
  /** The assistants' makers: a key for every company that has none of its own; without one the local answers serve. */
  GEMINI_API_KEY: optional,
  GEMINI_BASE_URL: z.string().default('https://generativelanguage.googleapis.com/v1beta'),
  GEMINI_MODEL: z.string().default('gemini-3.8-flash'),
  /** The model's tokens for one company in a day; afterwards the rules answer. */
  ASSISTANT_DAY_TOKENS: z.coerce.number().int().min(0).default(2_000_000),
  /**
   * The model's tokens by GEMINI_API_KEY for all companies together in 24 hours; a company's own key is not counted.
   */
  INSTALLATION_DAY_TOKENS: z.coerce.number().int().min(0).max(2_000_000_000).default(20_000_000),
  MANUS_API_KEY: optional,
  /**
   * Tasks that MANUS_API_KEY may begin for all companies together in 24 hours. One company has a tenth of both at most,
   * or three tasks.
   */
  INSTALLATION_DAY_TASKS: z.coerce.number().int().min(0).max(1_000_000).default(50),
  MANUS_BASE_URL: z.string().default('https://api.manus.ai'),
  /** The bearer token of /api/metrics (`Authorization: Bearer …`); without it the route does not exist. */
  METRICS_TOKEN: optional.pipe(z.string().min(16).optional()),
  /** Free megabytes of a disk below which uploads, imports and exports are refused while orders go on. */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(512),
  /** Megabytes of files of one company, without its labels. */
  COMPANY_STORAGE_MB: z.coerce.number().int().positive().default(20_480),
  /** Rows of sheets that one company may have staged and not applied. */
  COMPANY_STAGED_ROWS: z.coerce.number().int().positive().max(100_000_000).default(1_000_000),
  /** Where the embedded database lies, which may be another disk; `npm start` names it. */
  MASCATE_DATABASE_FOLDER: optional,
  /** Where backups lie; `npm start` names it where the database is its own. */
  MASCATE_BACKUPS: optional,
  /** How many proxies in front may be believed about the client's address. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** The account that the seed makes; without them it makes nothing. */
  DEMO_EMAIL: optional,
  DEMO_PASSWORD: optional,
  /** With it the seed makes the marketplace's money as well, which only the worker's role writes. */
  DEMO_WORKER_URL: optional,
  /** With it the seed authorizes the demonstration's shops on the sandbox platform. */
  DEMO_SANDBOX_URL: optional,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

const OF_THE_BUCKET = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const environment = names.superRefine((given, context) => {
  // Half of them would store files in an unexpected folder.
  const isNamed = given.S3_BUCKET !== undefined || OF_THE_BUCKET.some((name) => given[name] !== undefined)
  for (const name of isNamed ? (['S3_BUCKET', ...OF_THE_BUCKET] as const) : [])
    if (given[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is missing' })
})

export type Environment = z.infer<typeof environment>

/** The environment, checked at first use (a build needs none of it). Throws with every missing or malformed name. */
export const env = onceInProcess((): Environment => {
  const result = environment.safeParse(process.env)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Environment is not usable.\n${problems.join('\n')}`)
  }
  return result.data
})

export const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
