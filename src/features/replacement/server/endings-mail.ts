import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'

/** As many as are named in one mail; all of them stand in the lists of orders. */
const namedMost = 50

interface Ending {
  name: string
  /** A spare took its place; any other was replaced with an overlap. */
  isSpent: boolean
  until: Date
}

interface EndingsMail {
  /** Whom it is for. */
  name: string
  /** The next to end first; there is one at least. */
  endings: readonly Ending[]
  publicUrl: string
}

/** A mail about domains that soon receive no mail any more: which, when, and what is to be done before. */
export function endingsMail({ name, endings, publicUrl }: EndingsMail): { subject: string; text: string } {
  const [spent, falling] = [endings.filter(({ isSpent }) => isSpent), endings.filter((e) => !e.isSpent)]
  const more = endings.length - namedMost
  const isOne = endings.length === 1
  return {
    subject: subjectOf(endings),
    text: [
      `Hello ${name},`,
      isOne
        ? 'another domain sends in place of this one, which still receives replies. That ends:'
        : 'other domains send in place of these, which still receive replies. That ends:',
      [
        ...endings.slice(0, namedMost).map(({ name: domain, until }) => `  ${domain}: ${minuteOf(until)}`),
        ...(more > 0 ? [`  and ${numberText(more)} more, which your dashboard lists.`] : []),
      ].join('\n'),
      `From then on ${isOne ? 'its' : 'their'} mailboxes are disabled, and no mail to them arrives. What is in them is kept for another ${mailboxRetentionDays} days, and then deleted.`,
      'To do before: answer what still waits there, and have those you write with go on to another of your addresses.',
      ...(falling.length > 0
        ? [
            `${whichOf(falling, spent)} may also go on as before: press “Keep the old one” at its replacement, in the order on your dashboard.`,
          ]
        : []),
      ...(spent.length > 0
        ? [
            `${whichOf(spent, falling)} keeps its place in your reserve, without mailboxes: replace it there to have a spare again, at ${publicUrl}/health`,
          ]
        : []),
      `Your dashboard: ${publicUrl}/dashboard`,
    ].join('\n\n'),
  }
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function subjectOf(endings: readonly Ending[]): string {
  const [first] = endings
  if (!first) throw new Error('a mail about endings has one')
  const day = first.until.toISOString().slice(0, 10)
  return endings.length === 1
    ? `${first.name} receives mail until ${day}`
    : `${countOf(endings.length, 'domain')} soon receive no mail, the first on ${day}`
}

/** Which of them a sentence is about, where the mail has both kinds. */
function whichOf(these: readonly Ending[], others: readonly Ending[]): string {
  if (these.length === 1) return these[0]?.name ?? ''
  if (others.length === 0) return 'Each of them'
  return `Each of ${new Intl.ListFormat('en').format(these.map(({ name }) => name).slice(0, namedMost))}`
}
