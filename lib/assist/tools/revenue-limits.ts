import 'server-only'
import { z } from 'zod'
import { getLimitsFor } from '@/lib/money/revenue-limits/views'
import { tool, type ToolAnswer } from './contract'
import { columnsOf } from './figure'

const href = '/dashboard/shopee/limites'

export const revenueLimits = tool({
  name: 'revenue_limits',
  description:
    "How far each of the company's legal entities is from the revenue limit of its regime this year, MEI or Simples Nacional: revenue so far, the limit, and what is left; below zero where it is passed.",
  permission: 'money.read',
  schema: z.object({}),
  run: async (viewer) => {
    const { entities } = await getLimitsFor(viewer)
    const limited = entities.flatMap(({ name, mei, simples }) => {
      const year = mei ?? simples?.year
      return year ? [{ name: `${name} · ${mei ? 'MEI' : 'Simples Nacional'}`, year }] : []
    })
    const unknown = limited.reduce((sum, { year }) => sum + year.unknown.length, 0)
    const formerYear = limited.find(({ year }) => year.lastKnownYear !== null)?.year.lastKnownYear
    const notes: ToolAnswer['notes'] = []
    if (unknown > 0) notes.push({ name: 'unknownMonths', values: { count: String(unknown) } })
    if (formerYear) notes.push({ name: 'limitOfYear', values: { year: String(formerYear) } })
    return {
      asked: { period: null, shop: null, product: null },
      figures: [],
      table: {
        columns: columnsOf({ entity: 'text', revenue: 'cents', limit: 'cents', left: 'cents' }),
        rows: limited.map(({ name, year: { yearCents, limitCents } }) => ({
          cells: [name, String(yearCents), String(limitCents), String(limitCents - yearCents)],
          href,
        })),
        total: limited.length,
      },
      notes,
      href,
    }
  },
})
