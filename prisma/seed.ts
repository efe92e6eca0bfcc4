import { closeDatabase } from '@/lib/db'
import { env } from '@/lib/env'
import { makeDemoCompany } from './demo/company'

async function seed() {
  const { DEMO_EMAIL: email, DEMO_PASSWORD: password, DEMO_WORKER_URL: workerUrl } = env()
  if (email && password) await makeDemoCompany({ email, password, now: new Date(), workerUrl })
}

seed()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(() => closeDatabase())
