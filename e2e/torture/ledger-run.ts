import { createHash } from 'node:crypto'
import type { Actor } from '../../lib/core/db'
import { UserError } from '../../lib/core/errors'
import { newId } from '../../lib/core/ids'
import { inspect } from '../../lib/testing/harnesses/database'
import type { CompanyHarness } from './company'
import { OPENING, openLedgerCompany, PRODUCTS } from './ledger-company'
import { drawStep, type Step } from './ledger-steps'
import type { Random } from './random'
import { StockModel, type Place } from './stock-model'

export type LedgerRun = { harness: CompanyHarness; accepted: number; refused: number; differences: string[] }

/** So many steps by one seed, each held against the model, and at the end levels and ledger of every place. */
export async function runLedger(name: string, steps: number, random: Random): Promise<LedgerRun> {
  const company = await openLedgerCompany(name)
  const { harness, products } = company
  const model = new StockModel(PRODUCTS, OPENING)
  const differences: string[] = []
  let [accepted, refused] = [0, 0]
  let last: { step: Step; key: string; answer: string } | null = null
  for (let number = 1; number <= steps; number += 1) {
    const isRepeat: boolean = last !== null && random.chance(0.05)
    const step: Step = isRepeat ? { ...last!.step, isRepeat } : drawStep({ random, company, model, number })
    const key: string = isRepeat ? last!.key : newId()
    const { verdict, answer } = await attempt(harness.company.owner, step, key)
    if (verdict === 'accepted') accepted += 1
    else refused += 1
    if (verdict !== step.expected)
      differences.push(`${name}, step ${number}: ${step.says}: ${verdict} instead of ${step.expected}`)
    if (isRepeat) {
      if (answer !== last!.answer)
        differences.push(`${name}, step ${number}: ${step.says}: asked again, another answer`)
    } else if (verdict === 'accepted') last = { step, key, answer }
    if (differences.length > 0) break
  }
  differences.push(...(await compare(name, harness.id, model, products)))
  return { harness, accepted, refused, differences }
}
async function attempt(owner: Actor, { run, body }: Step, key: string) {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  try {
    const answer = await run({ ...owner, request: { route: 'torture', key, bodyHash } })
    // A stored answer does not keep the order of its parts.
    return {
      verdict: 'accepted' as const,
      answer: Object.entries(answer as object)
        .toSorted()
        .join(),
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { verdict: error.code, answer: '' }
  }
}

type Row = { product: string; place: Place; level: string; ledger: string }

/** Compares, for every location, the level and the sum of its ledger with the model's. */
async function compare(name: string, organizationId: string, model: StockModel, products: string[]): Promise<string[]> {
  const rows = await inspect<Row>(
    organizationId,
    `SELECT p.id AS product, s.kind::text AS place, coalesce(l.on_hand, 0) || ' ' || coalesce(l.reserved, 0) AS level,
       (SELECT coalesce(sum(on_hand_delta), 0) || ' ' || coalesce(sum(reserved_delta), 0) FROM stock_movement m
        WHERE m.organization_id = p.organization_id AND m.product_id = p.id AND m.location_id = s.id) AS ledger
     FROM product p JOIN stock_location s ON s.organization_id = p.organization_id
     LEFT JOIN stock_level l ON l.organization_id = p.organization_id AND l.product_id = p.id AND l.location_id = s.id
     WHERE p.organization_id = $1`,
    [organizationId],
  )
  return rows.flatMap(({ product, place, level, ledger }) => {
    const { onHand, reserved } = model.levels[products.indexOf(product)]![place]
    const wanted = `${onHand} ${reserved}`
    return level === wanted && ledger === wanted
      ? []
      : [`${name}, ${place}: level ${level}, ledger ${ledger}, model ${wanted}`]
  })
}
