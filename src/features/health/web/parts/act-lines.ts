import { leastLimitOf, limitCountsWarmup, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { momentText } from '#ui/time-texts.ts'
import { byHandText, restLimitText } from '../../rules/act-words.ts'
import { stateLines } from '../../rules/health-states.ts'
import type { ActOfDomain } from '../../rules/health-view.ts'

const clearDays = stateLines.restGatesClearFor / 86_400_000
const stepDays = stateLines.returnStep / 86_400_000

/** What the button says that ends it at once. */
export const returnWord = ({ isJoining }: Pick<ActOfDomain, 'isJoining'>): string =>
  isJoining ? 'Send in full now' : 'Return now'

const warmthOf = ({ tool }: Pick<ActOfDomain, 'tool'>): string =>
  limitCountsWarmup(tool)
    ? `${sendingToolNames[tool]} counts warm-up into that limit, so it waits as well.`
    : 'Warm-up stays as it is.'

/** What is confirmed with a rest. */
export const restText = (act: Pick<ActOfDomain, 'tool'>): string =>
  `The daily limit of its mailboxes is set to ${restLimitText(act.tool)}: its campaigns send ${
    leastLimitOf(act.tool) > 0 ? 'next to nothing' : 'nothing'
  } from them. ${warmthOf(act)} Mail to them still arrives, and you can return it at any time. Once it is well again its limits are set back in steps.`

/** What is said to a domain's customer, for staff who read it: none of it is theirs to do. */
export const saidToCustomer = (sentence: string): string => `Its customer reads: “${sentence}”`

/**
 * How far a rest is, and until when.
 * @param isAsked whoever reads it has the buttons that `act.may` allows
 */
export function actLines(act: ActOfDomain, isAsked: boolean): string[] {
  const tool = sendingToolNames[act.tool]
  const { state, by, since, confirmedAt, problem, earliest, isJoining } = act
  const yours = act.yours ? [isAsked ? act.yours : saidToCustomer(act.yours)] : []
  if (state === 'suggested')
    return [`Suggested ${momentText(since)}. Nothing is changed in ${tool} yet.`, ...yours]
  if (state !== 'resting' && state !== 'returning') return [`Nothing is changed in ${tool}.`]
  const whose = by === 'system' ? 'by itself' : 'by hand'
  const begun =
    state === 'resting'
      ? `Since ${momentText(since)}, ${whose}.`
      : isJoining
        ? `It began to send ${momentText(since)}, and sends more every ${stepDays} days.`
        : `On its way back since ${momentText(since)}.`
  const word = confirmedAt
    ? `${tool} has shown the limits ${momentText(confirmedAt)}.`
    : problem
      ? `Asked of ${tool}, and not confirmed yet: ${problem}. It is tried again by itself.`
      : `Asked of ${tool}, and not confirmed yet.`
  const warmth = state === 'resting' && confirmedAt ? ` ${warmthOf(act)}` : ''
  const until = earliest
    ? [
        !act.isMailSeen
          ? byHandText(
              act.tool,
              `from ${momentText(earliest)} on`,
              isAsked && act.may.return
                ? `it is yours to press “${returnWord(act)}”`
                : 'it can be returned by hand',
            )
          : `It comes back on ${momentText(earliest)} at the earliest, once nothing was held against it for ${clearDays} days.`,
      ]
    : []
  return [`${begun} ${word}${warmth}`, ...until, ...yours]
}
