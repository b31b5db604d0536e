import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { makeDirectory } from '../make-directory.ts'

/** Lines that wait for a disk; when it stays full, newer ones are lost instead of filling the memory. */
const waitingAtMost = 8_000_000

export interface Rotation {
  /** Size at which the file is put aside. */
  bytes: number
  /** How many that were put aside are kept. */
  kept: number
}
const rotation: Rotation = { bytes: 50_000_000, kept: 10 }

/** Where log lines go. A destination that fails (a full disk) loses lines, not the process. */
export function openLogDestination(
  file: string | undefined,
  rotate: Rotation = rotation,
): ReturnType<typeof pino.destination> {
  if (file) makeDirectory(dirname(file))
  const destination = pino.destination({
    dest: file ?? 1,
    sync: false,
    mode: 0o600,
    maxLength: waitingAtMost,
  })
  if (file) rotateWhileWriting(destination, file, rotate)
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

/** Puts the file aside as `file.1` whenever it is full, and continues with a new one of the same name. */
function rotateWhileWriting(
  destination: ReturnType<typeof pino.destination>,
  file: string,
  { bytes, kept }: Rotation,
): void {
  // Others write to it as well: the sandbox beside us.
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let full = bytes
  destination.on('write', () => {
    if (size() < full) return
    try {
      for (let n = kept; n > 0; n--) {
        const older = n === 1 ? file : `${file}.${n - 1}`
        if (existsSync(older)) renameSync(older, `${file}.${n}`)
      }
      destination.reopen()
      full = bytes
    } catch {
      // The file grows, and it is tried again when it has grown by as much.
      full = size() + bytes
    }
  })
}

/**
 * One JSON object per line. Values that went into a query never appear: Drizzle puts them into
 * the message of its errors, PostgreSQL those that it cannot read.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = openLogDestination(undefined),
): Logger {
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
  let { message } = error
  if ('query' in error && typeof error.query === 'string') message = `Failed query: ${error.query}`
  // "invalid input syntax for type integer: …"
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22')) message = message.replace(/:.*/s, '')
  const described: Described = {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
  }
  // The stack begins with the message; only its frames are kept.
  const { stack = '' } = error
  described.stack = stack.slice(stack.indexOf(error.message) + error.message.length).trim()
  if (error.cause !== undefined) described.cause = describeError(error.cause)
  return described
}
