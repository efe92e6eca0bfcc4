import 'server-only'
import { format, stripVTControlCharacters } from 'node:util'
import pino from 'pino'
import { logger } from './logger'
import { isMalformedRequest } from './malformed-request'

const LEVELS = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const
type Method = keyof typeof LEVELS

/**
 * An address without what was asked there: people's words, and codes and states that are good for something. Looked for from the start of a
 * word alone: from each slash of a long one it would take minutes.
 */
const withoutQueries = (text: string) => text.replace(/(?<![^\s"'<>])([^\s/"'<>]*\/[^\s?"'<>]*)\?[^\s"'<>]+/g, '$1')

/** Output of the framework becomes lines of the one log. */
export function logConsole(): void {
  for (const method of Object.keys(LEVELS) as Method[])
    console[method] = (...said: unknown[]) => logger()[levelOf(method, said)](...lineOf(said))
}

/** Somebody who leaves while still sending, or sends what is no action, is no failure of ours. */
const levelOf = (method: Method, said: unknown[]) =>
  said.some((one) => (one instanceof Error && one.message === 'aborted') || isMalformedRequest(one))
    ? 'debug'
    : LEVELS[method]

function lineOf(said: unknown[]): [object, string] {
  const error = said.find((one) => one instanceof Error)
  const texts = said.filter((one) => one !== error)
  const message = withoutQueries(stripVTControlCharacters(format(...texts))).trim()
  if (!error) return [{ from: 'next' }, message]
  const { type, message: reason, stack } = pino.stdSerializers.err(error)
  const err = { type, message: withoutQueries(reason), stack: withoutQueries(stack) }
  return [{ from: 'next', err }, message || 'printed an error']
}
