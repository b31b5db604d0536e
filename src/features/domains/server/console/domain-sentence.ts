import { countOf } from '#base/text/count-of.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import { receiveDays } from '#features/replacement/rules/overlap.ts'
import { isFileTool, leastMailOf, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { Standstill } from '../../rules/standstill.ts'

/** What is known of a domain's course. */
export interface DomainCourse {
  status: DomainStatus
  want: 'hold' | 'run' | 'retire'
  isReleased: boolean
  /** What its group sends with. */
  tool: SendingToolId
  /** Since when it goes on with an overlap, where it was replaced so. */
  fallingSince: Date | null
  /** Hundredths of its cold mail that it sends meanwhile. */
  fallShare: number | null
  /** When a spare took its place, and when its mailboxes ended after that. */
  spentAt: Date | null
  endedAt: Date | null
  /** Its order is paid, not on hold, and its customer is not suspended. */
  isServed: boolean
  standstill: Standstill | null
  /** What is being done or waited for: "Verifying at Microsoft". */
  doing: string | null
  /** Its registration has ended. `byItself`: its renewal goes on once the account may renew again. */
  ended: { byItself: boolean } | null
  /** What a third party said last, where it said no. */
  answer: string | null
  note: string | null
  attempts: number
  /** When it is looked at next. */
  nextRunAt: Date | null
  openWorkItems: number
}

interface Sentence {
  what: string
  why: string | null
  next: string
  nextAt: string | null
  canDo: string
}

const nothingToDo = 'There is nothing to do.'
const resting = (what: string, next: string): Sentence => ({
  what,
  why: null,
  next,
  nextAt: null,
  canDo: nothingToDo,
})

/** What is so with a domain, why, what comes next by itself, and what staff can do about it. */
export function domainSentence(course: DomainCourse, now: Date): Sentence {
  const { status, want, isReleased, isServed, standstill } = course
  if (isReleased) return resting('It was let go of: the name may be held again.', 'Nothing more happens.')
  if (want === 'hold') return resting('It is held for a payment.', 'It is set up as soon as that is paid.')
  if (standstill) return standing(course, standstill, now)
  const upcoming = nextOf(course, now)
  if (want === 'retire')
    return { what: 'It is being taken down.', why: course.note, ...upcoming, canDo: nothingToDo }
  if (!isServed)
    return {
      what: 'It is paused: its order is on hold, or its customer is suspended.',
      why: course.note,
      ...upcoming,
      canDo: 'Release the order, or open the customer again.',
    }
  if (status === 'done' && course.fallingSince) return falling(course, upcoming)
  if (status === 'done' && course.spentAt) return spent(course, upcoming)
  if (status === 'done')
    return { what: 'It is delivered and sending.', why: course.note, ...upcoming, canDo: nothingToDo }
  const what = course.doing ? `It is being set up: ${course.doing}.` : 'It waits for its turn.'
  // What the customer is told may be no more than that.
  return {
    what,
    why: course.note === course.doing ? null : course.note,
    ...upcoming,
    canDo: 'Wait, or look now.',
  }
}

/** What it does, given the hundredths of its cold mail that it is to send: in a file those are not ours to set. */
function sendsText(share: number, tool: SendingToolId): string {
  const file = 'it is handed over as a file'
  if (isFileTool(tool))
    return share === 0
      ? `should send no cold mail any more, which its customer has to see to (${file})`
      : `sends what its customer sets (${file})`
  return share === 0 ? `sends ${leastMailOf(tool)} any more` : `sends ${share} % of its cold mail`
}

function falling(
  { fallShare, tool, note }: DomainCourse,
  upcoming: Pick<Sentence, 'next' | 'nextAt'>,
): Sentence {
  return {
    what: `It was replaced: it ${sendsText(fallShare ?? 100, tool)}, and receives replies until ${receiveDays} days after its replacement was delivered.`,
    why: note,
    ...upcoming,
    canDo: nothingToDo,
  }
}

/** Of one that was spent before such domains fell no share is noted: it sends nothing. */
function spent(
  { fallShare, tool, endedAt, note }: DomainCourse,
  upcoming: Pick<Sentence, 'next' | 'nextAt'>,
): Sentence {
  return {
    what: endedAt
      ? 'A spare took its place, and its time for replies is over: it has no mailboxes, and waits in the reserve for another domain.'
      : `A spare took its place: it ${sendsText(fallShare ?? 0, tool)}, and receives replies until ${receiveDays} days after that.`,
    why: note,
    ...upcoming,
    canDo: nothingToDo,
  }
}

const whatStands: Record<Standstill, string> = {
  stopped: 'It has stopped with an error',
  team: 'It waits for our team',
  customer: 'It waits for its customer',
  vendor: 'It waits for a third party',
  limit: 'It waits at a third party’s limit; nothing is wrong',
}

const whatHelps: Record<Standstill, string> = {
  stopped: 'Mend the cause and try again, or choose another name where that is offered.',
  team: 'Mend the cause, then look now.',
  customer: 'Tell the customer what is missing. It goes on by itself once they have done it.',
  vendor: 'Wait, or try again now.',
  limit: 'Wait: trying again now uses up the same limit.',
}

/** As the daily mail about such domains says it: what is renewed by both is paid for twice. */
const endedHelps = ({ byItself }: { byItself: boolean }): string =>
  byItself
    ? 'Mend the cause: we then renew it within 15 minutes. Do not renew it at DNSimple as well, or two years are paid.'
    : 'Do what it says and press Try again, or renew it at DNSimple. Not both: two years would be paid.'

function standing(course: DomainCourse, standstill: Standstill, now: Date): Sentence {
  const { doing, answer, note, openWorkItems, status, ended } = course
  const served = status === 'done' ? ' What was delivered keeps sending.' : ''
  const isAsked = openWorkItems > 0 && standstill === 'team'
  return {
    what: `${ended ? 'Its registration has ended, so it sends and receives nothing. ' : ''}${whatStands[standstill]}${doing ? ` at “${doing}”` : ''}.${served}`,
    why: answer ?? note,
    ...nextOf(course, now),
    canDo: ended
      ? endedHelps(ended)
      : isAsked
        ? `Answer its ${countOf(openWorkItems, 'open work item')}.`
        : whatHelps[standstill],
  }
}

function nextOf({ nextRunAt, attempts }: DomainCourse, now: Date): Pick<Sentence, 'next' | 'nextAt'> {
  if (!nextRunAt) return { next: 'Nothing is planned: it is not looked at again by itself.', nextAt: null }
  const tries = attempts > 0 ? `, after ${countOf(attempts, 'attempt')} without progress` : ''
  if (nextRunAt <= now) return { next: sentenceCase(`it is its turn now${tries}.`), nextAt: null }
  return { next: `It is looked at again by itself${tries}.`, nextAt: nextRunAt.toISOString() }
}
