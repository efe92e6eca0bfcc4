import 'server-only'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { addExpenses } from './add-expenses'
import { namedPlace } from './place'
import { claimReceipt } from './receipts'
import type { CreateExpenseInput } from './schema'
import { addInstalments, addRepetition } from './series'

/** One expense, or the first of those that repeat or share a total. Answers the first, and how many were made. */
export async function createExpense(
  actor: Actor,
  { repeat, place, ...values }: CreateExpenseInput,
): Promise<{ id: string; made: number }> {
  return writeOnce(actor, async (db) => {
    const input = { ...values, ...namedPlace(place) }
    await claimReceipt(db, actor.organizationId, input.fileId)
    const add = async () => {
      if (repeat === null) return addExpenses(db, actor, [input])
      if (repeat.rhythm !== 'instalments') {
        if (repeat.untilOn && repeat.untilOn < input.dueOn) throw refused('untilOn', 'untilBeforeDue')
        return addRepetition(db, actor, input, repeat, await getLocalToday(db, actor.organizationId))
      }
      if (input.amountCents < BigInt(repeat.dueDays.length)) throw refused('amountCents', 'amountTooSmall')
      return addInstalments(db, actor, input, repeat.dueDays)
    }
    const ids = await add()
    return { id: ids[0]!, made: ids.length }
  })
}

const refused = (field: string, key: string) =>
  new UserError('invalidInput', { fields: { [field]: [`expenses.fields.${key}`] } })
