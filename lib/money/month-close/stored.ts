import 'server-only'
import type { Db } from '@/lib/core/db'
import { asDate, asDay } from '@/lib/core/database/days'
import type { Month } from './calendar'
import { add, figureLines, type FigureLine, type Figures } from './figures'
import type { ClosedFigures } from './fingerprint'

export type Closing = {
  month: Month
  nth: number
  closedAt: Date
  closedBy: string | null
  hash: Uint8Array
  note: string | null
  reopenedAt: Date | null
  reopenedBy: string | null
  reopenReason: string | null
  figures: ClosedFigures
}

const isLine = (line: string): line is FigureLine => (figureLines as readonly string[]).includes(line)

/** Every closing of a legal entity, those that were opened again too, with what each froze; the oldest first. */
export async function listClosings(db: Db, organizationId: string, entity: string): Promise<Closing[]> {
  const monthCloses = await db.monthClose.findMany({
    where: { organizationId, legalEntityId: entity },
    orderBy: [{ month: 'asc' }, { nth: 'asc' }],
    select: {
      month: true,
      nth: true,
      closedAt: true,
      closedBy: true,
      hash: true,
      note: true,
      reopenedAt: true,
      reopenedBy: true,
      reopenReason: true,
      lines: { select: { ofMonth: true, line: true, amountCents: true } },
    },
  })
  return monthCloses.map(({ month, lines, ...closing }) => {
    const figures = new Map<Month, Figures>([[asDay(month), {}]])
    for (const { ofMonth, line, amountCents } of lines) {
      const of = figures.get(asDay(ofMonth)) ?? {}
      if (isLine(line)) of[line] = amountCents
      figures.set(asDay(ofMonth), of)
    }
    return { month: asDay(month), ...closing, figures }
  })
}

export const closedOf = (closings: readonly Closing[]) => closings.filter(({ reopenedAt }) => reopenedAt === null)

/** The books of a month: as it was closed, with the parts that later closings included. */
export const bookedOf = (closedMonths: readonly Closing[], month: Month): Figures =>
  closedMonths.reduce<Figures>((sum, { figures }) => add(sum, figures.get(month) ?? {}), {})

type NewClosing = {
  legalEntityId: string
  month: Month
  nth: number
  closedBy: string | null
  hash: Uint8Array<ArrayBuffer>
  note: string | null
}

export async function writeClosing(db: Db, organizationId: string, closing: NewClosing, figures: ClosedFigures) {
  const { month, nth, legalEntityId } = closing
  const key = { organizationId, legalEntityId, month: asDate(month), nth }
  await db.monthClose.create({ data: { ...closing, ...key }, select: { nth: true } })
  const lines = [...figures].flatMap(([of, cents]) =>
    Object.entries(cents).map(([line, amountCents]) => ({ ...key, ofMonth: asDate(of), line, amountCents })),
  )
  await db.monthCloseLine.createMany({ data: lines })
}
