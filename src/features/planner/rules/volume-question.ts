import { numberText } from '#base/text/number-text.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { readWholeNumber } from '#base/text/whole-number.ts'
import { type DomainOption, domainOptions, type PlanId, planIds } from '#features/plans/rules/catalog.ts'
import { type SendingToolId, sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { type SendingDays, sendingDaysNames } from './sending-days.ts'

/** What somebody wants to send, and how: what the address of the planner says. */
export interface VolumeQuestion {
  /** As it was typed. */
  emails: string
  tool: SendingToolId
  days: SendingDays
  domainOption: DomainOption
  /** The ending that is bought; it may not be on sale any more. */
  ending: string
  /** Whether a reserve is in the price. */
  reserve: boolean
  /** Whose details are shown instead of those of the recommended one. */
  plan: PlanId | null
}

/** What is shown to who has asked for nothing yet. */
export const firstQuestion: VolumeQuestion = {
  emails: '30000',
  tool: 'instantly',
  days: 'every',
  domainOption: 'purchase',
  ending: 'com',
  reserve: false,
  plan: null,
}

/** More is no matter of a few presses. */
export const emailsMost = 1_000_000
/** Characters of the number as it is typed. */
export const emailsMaxLength = 20
/** The longest ending there is has 63. */
const endingMaxLength = 63

export const volumeMessages = {
  none: 'Enter how many emails a month.',
  unclear: 'Use digits, as in 30000 or 30,000.',
  tooMany: `At most ${numberText(emailsMost)} here. Write to us for more.`,
} as const
type Refused = keyof typeof volumeMessages

/** The number of emails a month that a text says. Commas may stand between thousands, as they do wherever we write one. */
export function readEmails(text: string): Outcome<number, Refused> {
  const typed = text.slice(0, emailsMaxLength + 1).trim()
  const no = (code: Refused) => refuse(code, volumeMessages[code])
  if (text.length > emailsMaxLength) return no('tooMany')
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(typed) ? typed.replaceAll(',', '') : typed
  if (/^\d+$/.test(digits) && Number(digits) > emailsMost) return no('tooMany')
  const reading = readWholeNumber(digits)
  if (reading.kind !== 'number') return no(typed === '' ? 'none' : 'unclear')
  return reading.value === 0 ? no('none') : accept(reading.value)
}

const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
  otherwise: Value,
): Value => values.find((value) => value === text) ?? otherwise

/** Reads the address of the planner; what it does not say, or says wrong, is as in the first question. */
export const readQuestion = (query: URLSearchParams): VolumeQuestion => ({
  emails: (query.get('emails') ?? firstQuestion.emails).slice(0, emailsMaxLength + 1),
  tool: oneOf(sendingToolIds, query.get('tool'), firstQuestion.tool),
  days: oneOf(sendingDaysNames, query.get('days'), firstQuestion.days),
  domainOption: oneOf(domainOptions, query.get('domains'), firstQuestion.domainOption),
  ending: (query.get('ending') ?? firstQuestion.ending).slice(0, endingMaxLength),
  reserve: query.get('reserve') === 'yes',
  plan: planIds.find((plan) => plan === query.get('plan')) ?? null,
})

/** The address of a question, without what is as in the first one; the number always stands there. */
export function writeQuestion(question: VolumeQuestion): URLSearchParams {
  const { emails, tool, days, domainOption, ending, reserve, plan } = question
  const said: Record<string, string | false | null> = {
    tool: tool !== firstQuestion.tool && tool,
    days: days !== firstQuestion.days && days,
    domains: domainOption !== firstQuestion.domainOption && domainOption,
    ending: ending !== firstQuestion.ending && ending,
    reserve: reserve && 'yes',
    plan,
  }
  const query = new URLSearchParams({ emails })
  for (const [name, value] of Object.entries(said)) if (value) query.set(name, value)
  return query
}
