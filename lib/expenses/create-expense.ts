import 'server-only'
import { writeOnce, type Actor } from '../db'
import { addExpenses } from './add-expenses'
import type { CreateExpenseInput } from './schema'

export async function createExpense(actor: Actor, input: CreateExpenseInput): Promise<{ id: string }> {
  return writeOnce(actor, async (db) => {
    const [id] = await addExpenses(db, actor, [input])
    return { id: id! }
  })
}
