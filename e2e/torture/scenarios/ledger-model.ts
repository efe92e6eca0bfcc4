import { inParallel } from '../call-action'
import { refusalOfShortStock } from '../guards'
import { runLedger, type LedgerRun } from '../ledger-run'
import { makeRandom } from '../random'
import { exactly, type Scenario } from '../scenario'

type Options = { seeds: number; steps: number; lanes: number }

export const ledgerModel: Scenario<Options> = {
  name: 'ledger-model',
  claim: 'ledger against a model: 100 seeds × 500 operations identical',
  options: { short: { seeds: 6, steps: 100, lanes: 6 }, full: { seeds: 100, steps: 500, lanes: 8 } },
  mutants: [
    {
      name: 'stock',
      removes: 'the refusal of what is not there, in book_stock',
      fromFunction: refusalOfShortStock,
    },
    {
      name: 'version',
      removes: 'the refusal of a version that is no longer the newest, in set_order_status',
      fromFunction: { of: 'set_order_status', guard: /IF o\.version <> p_version THEN/, put: 'IF false THEN' },
    },
  ],
  async run({ options, random }) {
    // Drawn beforehand: which seed's turn comes first must not decide what it draws.
    const seeds = Array.from({ length: options.seeds }, () => String(random.between(0, 2 ** 31)))
    const runs: LedgerRun[] = []
    await inParallel(options.lanes, seeds.length, async (index) => {
      runs.push(await runLedger(`Ledger ${seeds[index]}`, options.steps, makeRandom(seeds[index]!)))
    })
    const differences = runs.flatMap((run) => run.differences)
    return {
      accepted: runs.reduce((sum, { accepted }) => sum + accepted, 0),
      refused: runs.reduce((sum, { refused }) => sum + refused, 0),
      unknown: 0,
      companies: runs.map(({ harness }) => harness),
      figures: [
        exactly('seeds', runs.length, options.seeds),
        {
          what: 'differences',
          found: differences[0] ?? 'none',
          wanted: 'none',
          holds: differences.length === 0,
        },
      ],
    }
  },
}
