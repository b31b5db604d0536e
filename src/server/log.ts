import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

const rotateAboveBytes = 10_000_000
/** Lines that wait for a disk; when it stays full, newer ones are lost instead of filling the memory. */
const waitingAtMost = 8_000_000

/** Where log lines go. A destination that fails (a full disk) loses lines, not the process. */
export function openLogDestination(file: string | undefined): DestinationStream {
  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    if (existsSync(file) && statSync(file).size > rotateAboveBytes) renameSync(file, `${file}.1`)
  }
  const destination = pino.destination({
    dest: file ?? 1,
    sync: false,
    mode: 0o600,
    maxLength: waitingAtMost,
  })
  // Flushing at the end repeats a write that fails until it succeeds: on a full disk the process would never end.
  let isFailing = false
  destination.on('error', () => {
    isFailing = true
  })
  destination.on('write', () => {
    isFailing = false
  })
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!isFailing) flushSync()
  }
  return destination
}

/**
 * One JSON object per line. Values that went into a query never appear: Drizzle puts them into
 * the message of its errors, PostgreSQL those that it cannot read.
 */
export function createLog(level: Config['logLevel'], destination = openLogDestination(undefined)): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: {
        paths: ['password', 'token', 'secret', '*.password', '*.token', '*.secret'],
        censor: '[hidden]',
      },
    },
    destination,
  )
}

interface Described {
  type: string
  message: string
  code?: unknown
  constraint?: unknown
  stack?: string
  cause?: unknown
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint, query } = error as { code?: unknown; constraint?: unknown; query?: unknown }
  let { message } = error
  if (typeof query === 'string') message = `Failed query: ${query}`
  // "invalid input syntax for type integer: …"
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22')) message = message.replace(/:.*/s, '')
  const described: Described = { type: error.name, message, code, constraint }
  // The stack begins with the message; only its frames are kept.
  const { stack = '' } = error
  described.stack = stack.slice(stack.indexOf(error.message) + error.message.length).trim()
  if (error.cause !== undefined) described.cause = describeError(error.cause)
  return described
}
