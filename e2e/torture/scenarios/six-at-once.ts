import { createTestOrganization, envelope, signInAs } from '../../../lib/testing/factories/factories'
import { listActions } from '../../../lib/testing/harnesses/entries'
import { withOwner } from '../../../lib/testing/harnesses/database'
import { actionSamples } from '../../../lib/testing/samples/action-samples'
import { plainSamples } from '../../../lib/testing/samples/plain-samples'
import { readActionIds } from '../../bench/product'
import { Tally } from '../call-action'
import { runAsOwner } from '../guards'
import { exactly, type Company, type Context, type Mutant, type Scenario } from '../scenario'
import { answerIn, bodyOf } from '../send-action'

type Options = { every: number }

const TIMES = 6
const PATIENCE_MS = 60_000
const samples = { ...actionSamples, ...plainSamples }
/** Answers that tell a person nothing. */
const SILENT = new Set(['unexpected', 'unavailable'])

const later: Mutant = {
  name: 'later',
  removes: 'that the later of two who close a month is told so',
  remove: () =>
    runAsOwner(`ALTER INDEX month_close_standing RENAME TO torture_standing;
      ALTER INDEX month_close_pkey RENAME TO torture_key`),
}

export const sixAtOnce: Scenario<Options> = {
  name: 'six-at-once',
  claim: 'every action, sent six times at once over HTTP to a company of its own, answers each caller in words',
  options: { short: { every: 6 }, full: { every: 1 } },
  mutants: [later],
  run: runAll,
}

async function runAll({ options: { every }, stage }: Context<Options>) {
  const ids = readActionIds('.next')
  const actions = (await listActions()).filter(({ entry }) => entry && entry.name in samples)
  const [codes, wrong] = [new Tally(), [] as string[]]
  const companies: Company[] = []
  let [accepted, refused] = [0, 0]
  for (const [at, { exportName, entry }] of actions.entries()) {
    if (at % every !== 0) continue
    const { name } = entry!
    const company = await createTestOrganization()
    const input = await samples[name]!(company)
    const { cookie } = await signInAs(company.owner)
    companies.push({ id: company.organizationId, name })
    const call = async (_: unknown, turn: number) => {
      const app = stage.apps[turn % stage.apps.length]!
      const body = await bodyOf(entry!.right === null ? [input] : [envelope(company), input])
      const response = await fetch(`${app}/dashboard/orders`, {
        method: 'POST',
        headers: {
          accept: 'text/x-component',
          origin: app,
          'next-action': ids.get(exportName)!,
          cookie: `${cookie.name}=${cookie.value}`,
          ...(typeof body === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
        },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const answer = answerIn(await response.text())
      if (!answer) return `status ${response.status}`
      return answer.ok ? 'ok' : answer.error!
    }
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (one, turn) => call(one, turn).catch((error: Error) => error.name)),
    )
    for (const answer of answers) {
      codes.add(answer)
      if (answer === 'ok') accepted += 1
      else refused += 1
      if (SILENT.has(answer) || answer.startsWith('status') || /Error$/.test(answer)) wrong.push(`${name}: ${answer}`)
    }
    await withOwner((owner) => owner.query('DELETE FROM rate_limit'))
  }
  return {
    accepted,
    refused,
    unknown: 0,
    companies: [],
    figures: [
      exactly('callers that were told nothing', [...new Set(wrong)].join('; ') || 'none', 'none'),
      exactly('actions sent', companies.length, Math.ceil(actions.length / every)),
    ],
    notes: { answers: String(codes) },
  }
}
