import { randomUUID } from 'node:crypto'
import { type Attempt, attemptOf, lastFailures } from '../../../sending/proof/proof.ts'
import type { Facts } from '../../facts.ts'
import { proofSubject } from '../../proof-facts.ts'
import type { StepContext } from '../../step-context.ts'

export type UnderWay = Attempt & { of: string }
export type Known = NonNullable<Facts['proof']>
/** Heard of as not authentic, and to be sent again. */
export type Waiting = Extract<Known, { state: 'failed' | 'late' }>

/** What was tried, with how often it came to nothing, and what its mail lacked if that was the last word about it. */
export function triedBefore(known: Known | undefined): Attempt | undefined {
  const tried = known && attemptOf(known)
  if (!tried) return undefined
  const { token, begunAt, mails, failedBefore, lateBefore } = tried
  const isOver = (state: Known['state']) => (known.state === state ? 1 : 0)
  return {
    token,
    begunAt,
    mails,
    failedBefore: failedBefore + isOver('failed'),
    lateBefore: lateBefore + isOver('late'),
    lacked: lastFailures(known),
  }
}

export function begin({ facts, at }: StepContext, known: Known | undefined): UnderWay {
  const before = triedBefore(known)
  return {
    of: proofSubject(facts),
    token: `t${randomUUID().replaceAll('-', '')}`,
    begunAt: at(),
    mails: {},
    failedBefore: before?.failedBefore ?? 0,
    lateBefore: before?.lateBefore ?? 0,
    lacked: before?.lacked,
  }
}

/** The attempt as a fact, without what other states add. */
export const factOf = ({ of, token, begunAt, mails, failedBefore, lateBefore, lacked }: UnderWay) => ({
  of,
  token,
  begunAt,
  mails,
  failedBefore,
  lateBefore,
  lacked,
})
