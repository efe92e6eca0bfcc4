import 'server-only'
import type { Db } from '@/lib/core/db'

export type FeeDetail = {
  report: 'service_fees' | 'affiliates' | 'freight'
  key: string
  name: string
  /** In the report's own sign. */
  amountCents: bigint
  /** The report's own words for how far it has been charged. */
  state: string | null
}

/** The reported fees of an order beside its income: they explain its money and are never added to it. */
export const listFeeDetails = (db: Db, organizationId: string, shopId: string, code: string): Promise<FeeDetail[]> =>
  db.orderFeeDetail.findMany({
    where: { organizationId, shopId, externalCode: code },
    orderBy: [{ report: 'desc' }, { name: 'asc' }, { key: 'asc' }],
    select: { report: true, key: true, name: true, amountCents: true, state: true },
  }) as Promise<FeeDetail[]>
