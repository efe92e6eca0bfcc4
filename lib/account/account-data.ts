import 'server-only'
import { callGlobal } from '../db'
import { Prisma } from '../generated/prisma/client'

/** All that is held of a person, readable by them and by a program. */
export async function getAccountData(userId: string): Promise<string> {
  const [row] = await callGlobal<{ data: object }>(Prisma.sql`SELECT get_account_data(${userId}::uuid) AS data`)
  return JSON.stringify(row!.data, null, 2)
}
