import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../../error-code.ts'
import type { HostLine } from './host-line.ts'
import { openLine } from './host-line.ts'

/** None of the hosts takes writes right now. Its code is PostgreSQL's own for a connection that cannot be made. */
class NoWriter extends Error {
  readonly code = '08001'
  constructor(reasons: readonly string[]) {
    super(`No host of the database takes writes (${reasons.join('; ')}).`)
    this.name = 'NoWriter'
  }
}

/** `host:port`, for people. */
const nameOfHost = (url: string): string => new URL(url).host

/**
 * Asks all hosts at once and returns an open line to the one that takes writes. Should several say so, one of them
 * was replaced and has come back without knowing it: the later promotion counts.
 * @param withinMs a host that is silent for longer counts as gone
 * @throws NoWriter
 */
async function findWriter(urls: readonly string[], withinMs: number): Promise<HostLine> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const line = openLine(url)
      try {
        const { takesWrites, timeline } = await line.ask(withinMs)
        return { line, takesWrites, timeline, reason: `${nameOfHost(url)} is a standby` }
      } catch (error) {
        return { line, takesWrites: false, timeline: 0, reason: `${nameOfHost(url)}: ${reasonOf(error)}` }
      }
    }),
  )
  const [writer] = answers
    .filter(({ takesWrites }) => takesWrites)
    .toSorted((one, other) => other.timeline - one.timeline)
  for (const { line } of answers) if (line !== writer?.line) line.end()
  if (!writer) throw new NoWriter(answers.map(({ reason }) => reason))
  return writer.line
}

/** A name with several addresses fails with one error for each. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error)

/** How often the host that takes writes is asked whether it still does, while it answers. */
const everyMs = 1_000
/** A host that is silent for so long is looked past. One that went without a word costs this twice. */
const silenceMs = 2_000
/** Between two looks while no host takes writes. */
const againMs = 500

export interface Writer {
  /** A socket for pg, that connects to the host that takes writes, whichever host it is told. */
  socket(): Socket
  /** Calls back whenever another host than before takes writes. */
  onMove(hear: (move: { from: string; to: string }) => void): void
}

/**
 * Knows which of a database's hosts takes writes, for as long as anything is connected to it, and cuts what is
 * connected to any other: a machine that has gone without a word would keep statements waiting for many minutes, and
 * so would a pooler whose database has gone.
 * @param urls one for each host
 */
export function followWriter(urls: readonly string[]): Writer {
  /** Each with the host that it leads to, once that is known. */
  const sockets = new Map<Socket, string | undefined>()
  const hearers: ((move: { from: string; to: string }) => void)[] = []
  let followed: HostLine | undefined
  let looking: Promise<HostLine> | undefined
  let last: string | undefined

  /** However many ask, one looks. */
  function find(): Promise<HostLine> {
    if (followed) return Promise.resolve(followed)
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function look(): Promise<HostLine> {
    const line = await findWriter(urls, silenceMs)
    followed = line
    cutAllBut(line.url)
    if (last !== undefined && last !== line.url)
      for (const hear of hearers) hear({ from: nameOfHost(last), to: nameOfHost(line.url) })
    last = line.url
    void follow(line)
    return line
  }

  async function follow(line: HostLine): Promise<void> {
    try {
      for (;;) {
        await Promise.race([delay(everyMs, undefined, { ref: false }), line.ended])
        if (sockets.size === 0) break
        if (!(await line.ask(silenceMs)).takesWrites) break
      }
    } catch {
      // It is looked for again.
    }
    line.end()
    followed = undefined
    while (sockets.size > 0 && !followed) {
      try {
        await find()
      } catch {
        // What waits for an answer is told now, and what comes in is refused until one takes writes.
        cutAllBut(undefined)
        await delay(againMs, undefined, { ref: false })
      }
    }
  }

  function cutAllBut(url: string | undefined): void {
    for (const [socket, leadsTo] of sockets) if (leadsTo !== undefined && leadsTo !== url) socket.destroy()
  }

  async function choose(socket: Socket): Promise<string> {
    // From now on somebody wants to know, so what is found is followed.
    sockets.set(socket, undefined)
    socket.once('close', () => sockets.delete(socket))
    const { url } = await find()
    // One that was given up meanwhile is forgotten already.
    if (!socket.destroyed) sockets.set(socket, url)
    return url
  }

  return {
    socket: () => new WriterSocket(choose),
    onMove: (hear) => void hearers.push(hear),
  }
}

class WriterSocket extends Socket {
  readonly #choose: (socket: Socket) => Promise<string>

  /** @param choose says where it is to lead: the address of one host */
  constructor(choose: (socket: Socket) => Promise<string>) {
    super()
    this.#choose = choose
  }

  /** Wherever it is told: pg knows one host. */
  override connect(): this {
    this.#choose(this).then(
      (url) => {
        if (this.destroyed) return
        const { hostname, port } = new URL(url)
        super.connect(Number(port || 5432), hostname.replace(/^\[|\]$/g, ''))
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
}
