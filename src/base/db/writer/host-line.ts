import { Socket } from 'node:net'
import pg from 'pg'
import { required } from '../../text/required.ts'

/** What a host says of itself. */
interface HostState {
  takesWrites: boolean
  /** Grows by one with every promotion; 0 of one that takes no writes. */
  timeline: number
}

/** A connection to one host, that asks it what it is. */
export interface HostLine {
  readonly url: string
  /** Once it is of no use any more. */
  readonly ended: Promise<void>
  /** @throws Error where the host refuses, or is silent for `withinMs`; the line is of no use any more then */
  ask(withinMs: number): Promise<HostState>
  end(): void
}

// The first eight digits of a segment's name are the timeline, which a checkpoint tells only later. A standby may not
// be asked for it.
const question = `
  select not (pg_is_in_recovery() or current_setting('transaction_read_only')::bool) as "takesWrites",
    case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/** @param url of one host; it is connected to with the first question */
export function openLine(url: string): HostLine {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    application_name: 'inboxyard-writer',
  })
  // Whoever asks is told.
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  let connected: Promise<unknown> | undefined

  async function ask(withinMs: number): Promise<HostState> {
    let isOver = false
    // What has arrived is read first: a process that was itself busy for so long would take its host for gone.
    const patience = setTimeout(
      () => setImmediate(() => isOver || socket.destroy(new Error(`no answer within ${withinMs} ms`))),
      withinMs,
    )
    try {
      connected ??= client.connect()
      await connected
      const { rows } = await client.query<HostState>(question)
      return required(rows[0], 'the state of the host')
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      isOver = true
      clearTimeout(patience)
    }
  }
  return { url, ended, ask, end: () => socket.destroy() }
}
