import { afterEach, beforeEach } from 'vitest'
import { hearStatements, type SentStatement } from './hear-statements.ts'

/** Every statement that is sent in a test, by any connection of this process. Returns how to read those of some work. */
export function recordStatements(): (work: () => Promise<unknown>) => Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  let end = () => {}
  beforeEach(() => {
    end = hearStatements((statement) => {
      sent.push(statement)
    })
  })
  afterEach(() => end())
  return async (work) => {
    sent.length = 0
    await work()
    return [...sent]
  }
}
