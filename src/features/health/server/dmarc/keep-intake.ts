import { messageOf } from '#base/error-code.ts'
import { countOf } from '#base/text/count-of.ts'
import type { TurnedAway } from './connection-room.ts'
import { type Intake, type IntakeDeps, type IntakeOptions, startIntake } from './intake.ts'
import { intakeRound, roomRound } from './intake-round.ts'

export interface KeepDeps extends IntakeDeps {
  /** Tells those who look whether anything is done how it went. */
  note(round: { what: string; everyMs: number; problem?: string }): Promise<void>
}

/**
 * Takes DMARC reports in for as long as the process lives. A port that cannot be had is asked for again every minute:
 * reports are no reason to do nothing else. Returns after the first try.
 * @param everyMs between two tries, and two signs of life
 */
export async function keepIntake(
  deps: KeepDeps,
  options: IntakeOptions,
  { everyMs = intakeRound.everyMs }: { everyMs?: number } = {},
): Promise<{ close(): Promise<void> }> {
  let intake: Intake | undefined

  async function round(): Promise<void> {
    let problem: string | undefined
    try {
      intake ??= await startIntake(deps, options)
    } catch (error) {
      problem = `DMARC_SMTP_PORT ${options.port} cannot be listened at: ${messageOf(error)}`
      deps.log.warn({ err: error, port: options.port }, 'DMARC reports cannot be taken in; tried again')
    }
    // Where the database is away it cannot be noted either.
    await deps.note({ ...intakeRound, problem }).catch(() => {})
    const full = intake && fullness(intake.takeTurnedAway())
    if (full) deps.log.warn(full)
    if (intake) await deps.note({ ...roomRound, problem: full }).catch(() => {})
  }

  let running = round()
  await running
  const timer = setInterval(() => {
    running = running.then(round)
  }, everyMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
      await intake?.close()
    },
  }
}

/** What was lost for want of room; undefined where nothing was. */
function fullness({ connections, ofReporters }: TurnedAway): string | undefined {
  if (connections === 0) return undefined
  const away = `${countOf(connections, 'connection')} ${connections === 1 ? 'was' : 'were'} turned away`
  return ofReporters === 0 ? away : `${away}, ${ofReporters} of them from Google or Microsoft`
}
