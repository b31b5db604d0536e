import { messageOf } from '../../error-code.ts'
import { type HostLine, openLine } from './host-line.ts'

/** None of the hosts takes writes right now. Its code is PostgreSQL's own for a connection that cannot be made. */
class NoWriter extends Error {
  readonly code = '08001'
  constructor(reasons: readonly string[]) {
    super(`No host of the database takes writes (${reasons.join('; ')}).`)
    this.name = 'NoWriter'
  }
}

/** `host:port`, for people. */
export const nameOfHost = (url: string): string => new URL(url).host

/**
 * Asks all hosts at once and returns an open line to the one that takes writes. Should several say so, one of them
 * was replaced and has come back without knowing it: the later promotion counts.
 * @param withinMs a host that is silent for longer counts as gone
 * @throws NoWriter
 */
export async function findWriter(urls: readonly string[], withinMs: number): Promise<HostLine> {
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
