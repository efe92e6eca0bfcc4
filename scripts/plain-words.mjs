/** The word list of plain English: each of these has a word of the trade that a reader searches for. */
export const FOREIGN_WORDS = /\b(?:told|nobody|anew|whoever|stand-ins?|reckon\w*|whence)\b/i

// A sentence that begins so names its subject last.
const SUBJECT_LAST = /^(?:what|who|whoever|of)\b/i
const SENTENCE_END = /(?<=[.!?]["')]?)\s+/

/** The faults of a comment or a test's title against plain English. Code in backticks and paths are not prose. */
export function plainEnglishFaults(text) {
  const prose = text.replaceAll(/`[^`]*`|[\w.[\]-]+\/[\w./[\]-]+/g, '``')
  const word = FOREIGN_WORDS.exec(prose)
  const start = prose
    .split(SENTENCE_END)
    .map((sentence) => SUBJECT_LAST.exec(sentence.trim()))
    .find(Boolean)
  return [
    word && `"${word[0]}" has a plainer word of the trade.`,
    start && `No sentence begins with "${start[0]}": put the subject first.`,
  ].filter(Boolean)
}

/** Line comments on consecutive lines are one text. */
export function proseOfComments(comments) {
  const texts = []
  for (const comment of comments) {
    const last = texts.at(-1)
    const isNext = comment.type === 'Line' && last?.isLine && comment.loc.start.line === last.loc.end.line + 1
    const text = comment.value.replaceAll(/^[ \t]*\*[ \t]?/gm, '').trim()
    if (isNext)
      Object.assign(last, { text: `${last.text} ${text}`, loc: { start: last.loc.start, end: comment.loc.end } })
    else texts.push({ text, loc: comment.loc, isLine: comment.type === 'Line' })
  }
  return texts
}
