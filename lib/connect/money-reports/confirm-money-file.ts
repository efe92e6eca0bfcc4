import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { cancelImport } from '../order-imports/cancel-import'
import { lockImport } from '../order-imports/confirm-import'
import type { ImportIdInput } from '../order-imports/schema'
import { expireConfirmed } from '../order-imports/open-imports'
import { enqueueImport } from '../order-imports/enqueue-import'
import { requireMoneyImport, requireTypeImport } from './may-import'
import type { ChooseOwnerInput, ConfirmMoneyFileInput, MoneyFileOptions, MoneySummary } from './schema'

/** Starts writing what the preview showed. */
export async function confirmMoneyFile(actor: Actor, input: ConfirmMoneyFileInput): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  const { organizationId, userId } = actor
  const { importId, leaveOutBadRows, ofOther } = input
  return writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId, ['money'])
    if (result.state !== 'ready') throw new UserError('importNotReady')
    const { money, badRows } = result.summary as MoneySummary
    if (!money?.owner || money.asks) throw new UserError('moneyFileOwnerNeeded')
    requireTypeImport(actor, money.type)
    if (money.looksLike && !ofOther) throw new UserError('moneyFileOtherOwner')
    if ((badRows ?? 0) > 0 && !leaveOutBadRows) throw new UserError('importHasBadRows')
    if (result.total === 0) throw new UserError('importNothingToDo')
    const options: MoneyFileOptions = {
      ...(result.options as MoneyFileOptions),
      ...(userId && { confirmedBy: userId }),
    }
    const shopId = money.type === 'bank' ? null : money.owner.id
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'applying', shopId, options: options as Prisma.InputJsonObject, startedAt: new Date() },
      select: { id: true },
    })
    await expireConfirmed(db, importId)
    await enqueueImport(db, actor, 'import-apply', importId)
    await recordAudit(db, actor, {
      event: 'import.confirmed',
      subjectId: importId,
      after: { kind: money.type, ownerId: money.owner.id, rows: result.total, leaveOutBadRows, ofOther },
    })
    return { importId }
  })
}

/** Sets the owner of a file; it is checked again for that shop or legal entity. */
export async function chooseMoneyOwner(actor: Actor, input: ChooseOwnerInput): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  const { organizationId } = actor
  const { importId, ownerId, account } = input
  return writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId, ['money'])
    if (result.state !== 'ready') throw new UserError('importNotReady')
    const { money } = result.summary as MoneySummary
    if (!(await isOwner(db, organizationId, money?.type === 'bank', ownerId))) throw new UserError('notFound')
    const { account: _, ...before } = result.options as MoneyFileOptions
    const options: MoneyFileOptions = { ...before, ownerId, ...(account && { account }) }
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'uploaded', done: 0, total: 0, options: options as Prisma.InputJsonObject },
      select: { id: true },
    })
    await enqueueImport(db, actor, 'import-check', importId)
    await recordAudit(db, actor, { event: 'import.ownerChosen', subjectId: importId, after: { ownerId } })
    return { importId }
  })
}

async function isOwner(db: Db, organizationId: string, isEntity: boolean, id: string): Promise<boolean> {
  const where = { organizationId, id }
  const matches = isEntity
    ? await db.legalEntity.findFirst({ where: { ...where, archivedAt: null }, select: { id: true } })
    : await db.shop.findFirst({ where: { ...where, platform: 'shopee' }, select: { id: true } })
  return matches !== null
}

export async function cancelMoneyFile(actor: Actor, input: ImportIdInput): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  return cancelImport(actor, input, ['money'])
}
