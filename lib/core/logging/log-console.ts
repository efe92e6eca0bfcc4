import 'server-only'
import { format, stripVTControlCharacters } from 'node:util'
import pino from 'pino'
import { logger } from './logger'

const LEVELS = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const
type Method = keyof typeof LEVELS

/**
 * An address without what was asked there: people's words, and codes and states that are good for something. Looked for from the start of a
 * word alone: from each slash of a long one it would take minutes.
 */
const withoutQueries = (text: string) => text.replace(/(?<![^\s"'<>])([^\s/"'<>]*\/[^\s?"'<>]*)\?[^\s"'<>]+/g, '$1')

/** Output of the framework becomes lines of the one log; `isCallersFault`: what is said now comes of what somebody sent. */
export function logConsole(isCallersFault: () => boolean = () => false): void {
  for (const method of Object.keys(LEVELS) as Method[])
    console[method] = (...said: unknown[]) =>
      logger()[isCallersFault() || hasLeft(said) ? 'debug' : LEVELS[method]](...lineOf(said))
}

/** Somebody who leaves while still sending is no failure of ours. */
const hasLeft = (said: unknown[]) => said.some((one) => one instanceof Error && one.message === 'aborted')

function lineOf(said: unknown[]): [object, string] {
  const error = said.find((one) => one instanceof Error)
  const texts = said.filter((one) => one !== error)
  const message = withoutQueries(stripVTControlCharacters(format(...texts))).trim()
  if (!error) return [{ from: 'next' }, message]
  const { type, message: reason, stack } = pino.stdSerializers.err(error)
  const err = { type, message: withoutQueries(reason), stack: withoutQueries(stack) }
  return [{ from: 'next', err }, message || 'printed an error']
}
