import { type Logger, pino } from 'pino'

/** A logger that keeps its lines, so that a test can look for what must not be in them. */
export function createCapturedLog(): { log: Logger; text(): string; lines(): Record<string, unknown>[] } {
  const written: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
  return {
    log,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
