import { stepIds } from '#delivery/provisioning/step-ids.ts'
import { stepRules } from '#delivery/provisioning/step-rules.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { answerOptionsOf, commandOf } from '#features/work/rules/work-item-answers.ts'
import type { Standing } from './read-standing.ts'
import { recordsEvent } from './removed-records.ts'

/** One line of the table at the end. */
type DeepRow = { step: string; seconds: number; outcome: string }

export interface Narrator {
  /** Tells what is new since the last time. */
  hear(standing: Standing): void
  rows(): DeepRow[]
  /** Notes a line that no step of the product's stands for. */
  note(row: DeepRow): void
}

const secondsBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 1000)

/** Tells each step once it is done, each thing that is waited for, and what people are asked, as it happens. */
export function createNarrator(platform: Platform, tell: (line: string) => void): Narrator {
  const rows: DeepRow[] = []
  let told = 0
  let waited: string | undefined
  const asked = new Set<string>()

  const note = (row: DeepRow) => {
    rows.push(row)
    tell(`${String(row.seconds).padStart(6)} s  ${row.step}: ${row.outcome}`)
  }
  const hearEvents = ({ events }: Standing) => {
    for (const event of events) {
      if (event.id <= told) continue
      told = event.id
      if (event.kind === recordsEvent) continue
      const id = stepIds.find((step) => step === event.kind.split('.')[0])
      const since = typeof event.data.since === 'string' ? new Date(event.data.since) : event.at
      note({
        step: id ? stepRules[id].doing(platform) : event.kind,
        seconds: secondsBetween(since, event.at),
        outcome: event.sentence,
      })
    }
  }
  const hearWaiting = ({ problem }: Standing) => {
    if (problem?.reason === waited) return
    waited = problem?.reason
    if (waited !== undefined) tell(`          waits: ${waited}`)
  }
  const hearAsked = (standing: Standing) => {
    for (const item of standing.asked) {
      const { id, kind, instructions } = item
      if (asked.has(id)) continue
      asked.add(id)
      const command = commandOf(item)
      tell(`          For a person: ${instructions}`)
      if (command) tell(`          ${command}`)
      if (kind !== 'tool_sign_in')
        tell(`          npm run operator -- work-items answer --id ${id} ${answerOptionsOf(kind)}`)
    }
  }
  return {
    hear(standing) {
      hearEvents(standing)
      hearWaiting(standing)
      hearAsked(standing)
    },
    rows: () => rows,
    note,
  }
}
