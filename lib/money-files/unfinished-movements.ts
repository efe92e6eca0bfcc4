import { foldText } from '../fold-text'
import type { Movement } from '../wallet/number-movements'

const failed = /falh|fracass|insucess|sem sucess|mal.?sucedid|cancel|recus|rejeit|negad|expir|revert|fail|reject|declin/
const open = /penden|processa|processing|andamento|progress|aguard|analise|agendad|initial|waiting/

/** Whether a wallet report's word for a movement says that it did not come about, or not yet. */
export const isUnfinished = (status: string | null): boolean => {
  const text = foldText(status ?? '')
  return failed.test(text) || open.test(text)
}

type Held<Row> = { movement: Movement; row: Row }

/**
 * Movements of a report that failed or are still open. The balances decide whether the money moved: a withdrawal that is under way has left the wallet
 * already, one that failed has not. All rows are needed for that, so they wait for the end of the sheet.
 */
export class UnfinishedMovements<Row> {
  private readonly balances = new Set<bigint>()
  private held: Held<Row>[] = []

  /** True for a movement that waits. */
  take(movement: Movement, row: Row): boolean {
    if (isUnfinished(movement.status)) this.held.push({ movement, row })
    else if (movement.balanceCents !== null) this.balances.add(movement.balanceCents)
    return isUnfinished(movement.status)
  }

  end(): { moved: Held<Row>[]; left: Held<Row>[] } {
    const hasMoved = ({ movement: { amountCents, balanceCents } }: Held<Row>) =>
      balanceCents !== null && !this.balances.has(balanceCents) && this.balances.has(balanceCents - amountCents)
    const [moved, left] = [this.held.filter(hasMoved), this.held.filter((one) => !hasMoved(one))]
    this.held = []
    this.balances.clear()
    return { moved, left }
  }
}
