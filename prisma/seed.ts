import { closeDatabase } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { makeDemoCompany } from './demo/company'

async function seed() {
  const { DEMO_EMAIL: email, DEMO_PASSWORD: password, DEMO_WORKER_URL: workerUrl } = env()
  if (email && password)
    await makeDemoCompany({ email, password, now: new Date(), workerUrl, sandbox: sandboxOf(env()) })
}

function sandboxOf({ DEMO_SANDBOX_URL, SHOPEE_PARTNER_ID, SHOPEE_PARTNER_KEY }: ReturnType<typeof env>) {
  if (!DEMO_SANDBOX_URL || !SHOPEE_PARTNER_ID || !SHOPEE_PARTNER_KEY) return undefined
  return { databaseUrl: DEMO_SANDBOX_URL, partnerId: SHOPEE_PARTNER_ID, partnerKey: SHOPEE_PARTNER_KEY }
}

seed()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(() => closeDatabase())
