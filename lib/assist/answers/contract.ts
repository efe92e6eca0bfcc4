import type { ToolAnswer, ToolName, ToolViewer } from '../tools/contract'

/** One tool that was run for an answer, with the input as it was understood. */
export type RanTool = { tool: ToolName; input: Record<string, unknown>; answer: ToolAnswer }

/**
 * The result of the rules for a question; all of it can be stored as JSON. `text` is in the viewer's language, without
 * markup.
 */
export type LocalAnswer =
  | { state: 'answered'; text: string; ran: RanTool[] }
  /** It says what it cannot answer and what it can; `suggestions` are questions that it does answer. */
  | { state: 'unanswerable'; text: string; suggestions: string[] }

/** Answers a question by rules, without a model, over the tools with the viewer's own rights. */
export type AnswerLocally = (viewer: ToolViewer, question: string) => Promise<LocalAnswer>
