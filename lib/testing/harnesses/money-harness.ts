import { randomBytes } from 'node:crypto'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import type { DiscrepancyCause, Prisma, SettlementState, WalletKind } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { asWorker } from './database'
import type { TestOrganization } from '../factories/factories'

const timeZone = 'America/Sao_Paulo'

export type PlantedSettlement = {
  code: string
  state?: SettlementState
  day?: Day
  dueOn?: Day | null
  expectedOn?: Day | null
  expected?: bigint | null
  released?: bigint | null
  releasedAt?: string | null
  adjusted?: bigint
  orderId?: string | null
  causes?: { cause: DiscrepancyCause; amount: bigint; unconfirmed?: boolean }[]
  confirmed?: boolean
}

const open: readonly SettlementState[] = ['to_release', 'partly_released']

type Cause = { cause: DiscrepancyCause; amount: bigint | number; unconfirmed?: boolean; facts?: Record<string, string> }
type Found = Omit<PlantedSettlement, 'expected' | 'released' | 'adjusted' | 'causes'> & {
  shop: string
  day: Day
  expected: bigint | number | null
  released: bigint | number | null
  adjusted: bigint | number
  difference: bigint | number
  causes?: readonly Cause[]
}

/** As the job writes them; what differs and is not named by a cause is unexplained. Answers the ids by code. */
export async function writeFound(
  { organizationId }: TestOrganization,
  found: Found[],
): Promise<Record<string, string>> {
  const rows = found.map(({ causes = [], confirmed = true, ...one }) => {
    const explained = causes.reduce((sum, { amount }) => sum + Number(amount), 0)
    return {
      id: newId(),
      orderId: null,
      ruleId: null,
      ...one,
      confirmed,
      explained,
      unexplained: Number(one.difference) - explained,
      cause: causes[0]?.cause ?? null,
      asOf: new Date(),
      hash: randomBytes(16).toString('hex'),
      causes: causes.map((cause) => ({ unconfirmed: false, facts: {}, ...cause })),
    }
  })
  const json = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
  await asWorker(() =>
    withOrganization({ organizationId }, (db) => db.$queryRaw`SELECT write_settlements(${json}::jsonb)`),
  )
  return Object.fromEntries(rows.map(({ code, id }) => [code, id]))
}

export const addSettlements = (company: TestOrganization, shop: string, planted: PlantedSettlement[]) =>
  writeFound(
    company,
    planted.map(
      ({ state = 'to_release', expected = 10_000n, adjusted = 0n, released = null, day = '2026-11-10', ...one }) => ({
        ...one,
        day,
        shop,
        state,
        expected,
        released,
        adjusted,
        difference: expected === null || open.includes(state) ? 0n : (released ?? 0n) + adjusted - expected,
      }),
    ),
  )

export type PlantedMovement = {
  at: string
  cents: bigint
  balance?: bigint | null
  kind?: WalletKind
  code?: string
  fee?: bigint
} & Partial<Pick<Prisma.WalletTransactionCreateManyInput, 'type' | 'description' | 'withdrawalId'>>

/** Oldest first. Answers their ids. */
export async function addMovements(
  { organizationId }: TestOrganization,
  shopId: string,
  planted: PlantedMovement[],
): Promise<string[]> {
  const data = planted.map(({ at, cents, balance = null, kind = 'payout', code, fee = 0n, type, ...rest }, n) => {
    const moment = new Date(at)
    return {
      organizationId,
      id: newId(),
      shopId,
      minute: moment,
      at: moment,
      kind,
      type: type ?? kind,
      source: 'api' as const,
      amountCents: cents,
      balanceCents: balance,
      externalCode: code ?? null,
      feeCents: fee,
      nth: n + 1,
      ...rest,
      localDay: new Date(`${localDay(moment, timeZone)}T00:00:00Z`),
    }
  })
  await asWorker(() => withOrganization({ organizationId }, (db) => db.walletTransaction.createMany({ data })))
  return data.map(({ id }) => id)
}
