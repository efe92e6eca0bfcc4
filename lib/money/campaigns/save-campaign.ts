import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { asDate, asDay } from '@/lib/core/database/days'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import type {
  CampaignLine,
  CreateCampaignInput,
  RemoveCampaignInput,
  SetCampaignLinesInput,
  UpdateCampaignInput,
} from './schema'

/** Amounts are texts in the stored lines: JSON has no integers of their size. */
type StoredLine = { listingId: string; priceCents: string; units: number }

const headFields = { name: true, fromDay: true, toDay: true, isHighlight: true, leastMargin: true } as const
export const planFields = { id: true, shopId: true, ...headFields, lines: true, version: true } as const

export const readLines = (stored: unknown): CampaignLine[] =>
  (stored as StoredLine[]).map(({ listingId, priceCents, units }) => {
    return { listingId, priceCents: BigInt(priceCents), units }
  })
const storeLines = (lines: readonly CampaignLine[]): StoredLine[] =>
  lines.map(({ listingId, priceCents, units }) => ({ listingId, priceCents: priceCents.toString(), units }))

const headOf = ({
  name,
  fromDay,
  toDay: lastDay,
  isHighlight,
  leastMargin,
}: Omit<CreateCampaignInput, 'shopId' | 'lines'>) => {
  return { name, fromDay: asDate(fromDay), toDay: asDate(lastDay), isHighlight, leastMargin }
}
type StoredHead = { name: string; fromDay: Date; toDay: Date; isHighlight: boolean; leastMargin: number | null }
const auditOf = ({ name, fromDay, toDay: lastDay, isHighlight, leastMargin }: StoredHead) => {
  return { name, fromDay: asDay(fromDay), toDay: asDay(lastDay), isHighlight, leastMargin }
}

export const createCampaign = (
  actor: Actor,
  { shopId, lines, ...head }: CreateCampaignInput,
): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const { organizationId, userId } = actor
    const shop = await db.shop.findUnique({
      where: { organizationId_id: { organizationId, id: shopId } },
      select: { id: true },
    })
    if (!shop) throw new UserError('notFound')
    await requireListings(db, organizationId, shopId, lines)
    const id = newId()
    const stored = storeLines(lines)
    const data = { organizationId, id, shopId, ...headOf(head), lines: stored, createdBy: userId }
    await db.campaignPlan.create({ data, select: { id: true } })
    const after = { shopId, ...auditOf(data), ...(lines.length > 0 && { lines: stored }) }
    await recordAudit(db, actor, { event: 'campaign.planned', subjectId: id, after })
    return { id }
  })

export const updateCampaign = (
  actor: Actor,
  { campaignId, version, ...head }: UpdateCampaignInput,
): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const before = await lockPlan(db, actor, { campaignId, version })
    const data = headOf(head)
    await change(db, actor, campaignId, data)
    await recordAudit(db, actor, {
      event: 'campaign.changed',
      subjectId: campaignId,
      before: auditOf(before),
      after: auditOf(data),
    })
    return { id: campaignId }
  })

/** All lines at once. Those that are added must be of the plan's shop; what has gone from the platform since may stay. */
export const setCampaignLines = (
  actor: Actor,
  { campaignId, version, lines }: SetCampaignLinesInput,
): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const before = await lockPlan(db, actor, { campaignId, version })
    await requireListings(db, actor.organizationId, before.shopId, lines)
    await change(db, actor, campaignId, { lines: storeLines(lines) })
    await recordAudit(db, actor, {
      event: 'campaign.changed',
      subjectId: campaignId,
      before: { lines: before.lines },
      after: { lines: storeLines(lines) },
    })
    return { id: campaignId }
  })

export const removeCampaign = (actor: Actor, { campaignId, version }: RemoveCampaignInput): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const before = await lockPlan(db, actor, { campaignId, version })
    const { organizationId } = actor
    await db.campaignPlan.delete({ where: { organizationId_id: { organizationId, id: campaignId } } })
    await recordAudit(db, actor, {
      event: 'campaign.removed',
      subjectId: campaignId,
      before: { ...auditOf(before), lines: before.lines },
    })
    return { id: campaignId }
  })

/** All of them of the plan's shop. */
async function requireListings(db: Db, organizationId: string, shopId: string, lines: readonly CampaignLine[]) {
  if (lines.length === 0) return
  const ids = lines.map(({ listingId }) => listingId)
  const own = await db.listing.count({ where: { organizationId, shopId, id: { in: ids } } })
  if (own !== lines.length) throw new UserError('notFound')
}

async function lockPlan(db: Db, { organizationId }: Actor, { campaignId, version }: RemoveCampaignInput) {
  await db.$queryRaw`
    SELECT 1 FROM campaign_plan WHERE organization_id = ${organizationId}::uuid AND id = ${campaignId}::uuid FOR UPDATE`
  const plan = await db.campaignPlan.findUnique({
    where: { organizationId_id: { organizationId, id: campaignId } },
    select: planFields,
  })
  if (!plan) throw new UserError('notFound')
  if (plan.version !== version) throw new UserError('staleVersion')
  return plan
}

const change = (
  db: Db,
  { organizationId }: Actor,
  id: string,
  data: ReturnType<typeof headOf> | { lines: StoredLine[] },
) =>
  db.campaignPlan.update({
    where: { organizationId_id: { organizationId, id } },
    data: { ...data, version: { increment: 1 } },
    select: { id: true },
  })
