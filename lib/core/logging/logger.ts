import 'server-only'
import pino from 'pino'
import { env } from '../env'
import { onceInProcess } from '../process/process-state'

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

/** One structured log a process, JSON lines on standard output. */
export const logger = onceInProcess(() =>
  pino({ level: env().LOG_LEVEL, redact: REDACTED, base: { pid: process.pid } }),
)
