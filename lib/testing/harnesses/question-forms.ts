import type { FigureName, ToolName } from '@/lib/assist/tools/contract'

type Expected = Partial<Record<FigureName, bigint | number | null>>
type Answer = {
  tool: ToolName
  figures?: Expected
  /** Figures of the period before. */
  compared?: Expected
  /** The first cells of the first rows. */
  rows?: (string | null)[][]
  /** Step by step. */
  series?: (bigint | number | null)[]
}
/** One form of a question in both languages; what each answer has to say, and the difference that is said of two. */
export type Form = { pt: string; en: string; answers: Answer[]; change?: { difference: number; share: number } }
