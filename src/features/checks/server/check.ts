import { setTimeout as delay } from 'node:timers/promises'
import type { StaffRight } from '#base/access.ts'
import type { Remedy } from '#base/db/schema/index.ts'
import { messageOf } from '#base/error-code.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import type { Finding } from '../rules/checks.ts'
import type { GoingLiveStepId } from '../rules/going-live.ts'

/** What a check says of what it looks at. */
export type Verdict = Omit<Finding, 'what'> & Remedy
/** The same with what it is about. */
export type Told = Finding & Remedy

/** One look at something that has to be right: a third party, an account, or what we owe. */
export interface Check {
  what: string
  /** Only who has it is told; without one, whoever may see customers. */
  right?: StaffRight
  /** The step of going live that it shows to be done. */
  step?: GoingLiveStepId
  inspect(): Promise<Verdict>
}

const fine: Verdict = { ok: true }
/** A third party that takes longer is away as far as anybody who waits is concerned. */
const patienceMs = 30_000
const away = 'Check that this machine reaches it, or wait until it is well again.'

/** What a probe found, and what mends it where the third party can be reached and refuses. */
export const mending = (probe: Probe, mend?: string, remedy?: Remedy): Verdict => {
  if (probe.ok) return fine
  return probe.isAway
    ? { ok: false, reason: probe.reason, mend: away }
    : { ok: false, reason: probe.reason, mend, ...remedy }
}

/** Never throws, and ends in time: a check that fails is a finding. */
export async function findingOf({ what, inspect }: Check): Promise<Told> {
  const late = new AbortController()
  const tooLong = delay(
    patienceMs,
    { ok: false, reason: `it has not answered within ${patienceMs / 1_000} s`, mend: away },
    { signal: late.signal },
  )
  try {
    return { what, ...(await Promise.race([inspect(), tooLong])) }
  } catch (error) {
    return { what, ok: false, reason: isVendorError(error) ? error.reason : messageOf(error) }
  } finally {
    late.abort()
    tooLong.catch(() => {})
  }
}
