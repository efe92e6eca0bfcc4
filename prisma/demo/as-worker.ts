import { makeAdapter } from '@/lib/core/database/database-adapter'
import { PrismaClient } from '@/lib/generated/prisma/client'

/** `run` uses lib/core/db under the worker's role: only it writes the marketplace's data. */
export async function asWorker<T>(workerUrl: string, run: () => Promise<T>): Promise<T> {
  const shared = globalThis as { mascatePrisma?: PrismaClient }
  const app = shared.mascatePrisma
  const worker = new PrismaClient({ adapter: makeAdapter(workerUrl, 2) })
  shared.mascatePrisma = worker
  try {
    return await run()
  } finally {
    shared.mascatePrisma = app
    await worker.$disconnect()
  }
}
