import 'server-only'
import { jsonSchema, tool, type ToolSet } from 'ai'
import { can } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import { callableTools, mayCall, type CallableTool } from '../proposals/callable-tools'
import { reportError } from '@/lib/core/logging/report-error'
import type { ToolAnswer, ToolViewer } from '../tools/contract'
import { jsonSchemaOf } from '../tools/json-schema'
import { mapPoints } from '../tools/series'
import { isProposed, isRefusal, type ToolOutcome } from './contract'
import { MOST_CALLS, MOST_PROPOSALS } from './limits'
import { asOfNow } from './viewer'

/**
 * The tools for this person: reads, and drafts where there is a thread to show them in. The member and the company are
 * not among a tool's inputs.
 */
export function toolsFor(viewer: ToolViewer, threadId: string | null): ToolSet {
  let [calls, drafts] = [0, 0]
  const offered = callableTools.filter((one) => mayCall(viewer.role, one) && (!one.changes || threadId !== null))
  const made = offered.map((one) => {
    const call = async (input: unknown) => {
      if (++calls > MOST_CALLS || (one.changes && ++drafts > MOST_PROPOSALS)) throw new UserError('tooManyRequests')
      return one.call(await asOfNow(viewer), input, threadId)
    }
    return [one.name, modelTool(one, call)] as const
  })
  return Object.fromEntries(made)
}

export const mayPropose = ({ role }: ToolViewer, threadId: string | null) =>
  threadId !== null && can(role, 'assistant.confirm')

function modelTool(
  { name, description, schema }: Pick<CallableTool, 'name' | 'description' | 'schema'>,
  run: (input: unknown) => Promise<ToolOutcome>,
) {
  return tool({
    description,
    // Read by the model alone: the wire drops limits from it, and what it sends is checked where it is used.
    inputSchema: jsonSchema<unknown>(jsonSchemaOf(schema)),
    execute: (input) => settle(name, () => run(input)),
    toModelOutput: ({ output }) => ({ type: 'json', value: { companyData: withoutLinks(output as ToolOutcome) } }),
  })
}

async function settle(name: string, run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await run()
  } catch (error) {
    return reportError(error, 'a tool of the assistant failed', { tool: name })
  }
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The answer as a model reads it: addresses are for the screen. */
function withoutLinks(outcome: ToolOutcome): Json {
  const shown = isRefusal(outcome) || isProposed(outcome) ? outcome : unlinked(outcome)
  return JSON.parse(JSON.stringify(shown)) as Json
}

function unlinked({ figures, compared, table, series, nothing, href: _, ...rest }: ToolAnswer) {
  const plain = <T extends { href: string | null }>({ href: __, ...one }: T) => one
  return {
    ...rest,
    figures: figures.map(plain),
    compared: compared && { ...compared, figures: compared.figures.map(plain) },
    table: table && { ...table, rows: table.rows.map(plain) },
    ...(series && { series: mapPoints(series, plain) }),
    ...(nothing && { nothing: { beginnings: nothing.beginnings.map(plain) } }),
  }
}
