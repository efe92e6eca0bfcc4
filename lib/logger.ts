import 'server-only'
import pino from 'pino'
import { env } from './env'

const REDACTED = [
  'password',
  '*.password',
  'token',
  '*.token',
  'secret',
  '*.secret',
  'cookie',
  '*.cookie',
  'email',
  '*.email',
]

let instance: pino.Logger | undefined

/** One structured log a process, JSON lines on standard output. */
export function logger(): pino.Logger {
  instance ??= pino({ level: env().LOG_LEVEL, redact: REDACTED, base: { pid: process.pid } })
  return instance
}
