import type { FigureName, NoteName, ToolName } from '../tools/contract'
import type { Language } from '@/lib/core/language'

/** The kinds of periods in a question: past days, days by which something is due, how far ahead, or none. */
export type TakenPeriod = 'past' | 'due' | 'ahead' | 'none'

/** A metric that a question can name: its words, the tool that answers it, and the part of the answer to show. */
export type Metric = {
  id: string
  /** Without accents and case. Only matching words are understood. */
  words: Record<Language, RegExp>
  tool: ToolName
  input?: Record<string, string | number | boolean>
  figures: readonly FigureName[]
  /** Rows that are named: the column of their name and the one of what is said of them, and how many without a number. */
  rows?: { name: number; value?: number; most: number }
  /** The one row that is said, by the code in its first cell. */
  row?: string
  period: TakenPeriod
  /** The tool's notes that belong to it; by default all. */
  notes?: readonly NoteName[]
  /** Its figures alone are answered, without the days and the rows that the tool tells beside them. */
  isAlone?: true
  /** Its own words say the day. */
  saysDay?: true
  /** Said of today, it is another metric's. */
  notToday?: true
  /** Its words say something of two periods alone. */
  compares?: true
  shop?: true
  product?: 'must' | 'may'
  /** One order is named by its code. */
  order?: 'must'
  /** An amount of money may be named: what something is sold for. */
  price?: true
  /** The metric that answers of one product. */
  ofProduct?: string
  /** The metric that answers of several shops that are named. */
  ofShops?: string
  /** The metric that answers a role that may not ask this one. */
  otherwise?: string
  /** Its sentence says why there is none: nothing is missing. */
  tellsNone?: true
}

export type RefusalName =
  | ('unknownWords' | 'nothingAsked' | 'tooLong' | 'tooMany' | 'greeting' | 'thanks')
  | ('instructions' | 'write' | 'advice' | 'forecast' | 'others' | 'outside' | 'personal' | 'reasons')
  | ('shopUnknown' | 'shopAmbiguous' | 'productUnknown' | 'productAmbiguous' | 'orderUnknown')
  | ('periodInvalid' | 'periodTooOld' | 'periodAhead' | 'horizon' | 'namedDay')
  | (
      | 'noPeriod'
      | 'noShop'
      | 'noProduct'
      | 'noTop'
      | 'noComparison'
      | 'noCourse'
      | 'noPrice'
      | 'productMissing'
      | 'permission'
    )

/** An unanswerable question, with the reason. */
export class Refusal extends Error {
  /** The tools of what of it was understood. */
  about: readonly ToolName[] = []
  constructor(
    readonly why: RefusalName,
    readonly values: Record<string, string> = {},
  ) {
    super(why)
  }
}
