import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { yoursToDo } from '../../rules/act-words.ts'
import { healthMailTitle, type MailKind } from '../../rules/health-mail.ts'
import { type HealthState, healthStateNames, healthStates } from '../../rules/health-states.ts'
import { type Need, needsOf } from '../read/needs.ts'
import type { Row } from '../read/overview-rows.ts'

/** As many as the page shows under "needs you". */
const needsMost = 10

interface HealthMailFacts {
  kind: MailKind
  /** Domains of which it is not told yet how they are, worst first. */
  news: readonly Row[]
  /** How many of all the reader's domains are in each state. */
  counts: Readonly<Partial<Record<HealthState, number>>>
  name: string
  /** Where it all is, and where the mails are switched off. */
  page: string
  account: string
  /** The operator's staff read of everybody's, by the account that they are at. */
  isStaff: boolean
}

/** A mail about what became worse: one paragraph for what is the same. */
export function healthMailText(facts: HealthMailFacts): { subject: string; text: string } {
  const { kind, news, counts, name, page, account, isStaff } = facts
  const lines = isStaff ? linesByAccount(news) : needsOf(news).map((need) => ({ need, where: '' }))
  const more = lines.slice(needsMost)
  const paragraphs = [
    `Hello ${name},`,
    kind === 'digest'
      ? `since the last mail ${countOf(news.length, 'domain')} became worse:`
      : `what was seen of ${countOf(news.length, 'domain')} does not wait for the mail of the day:`,
    ...lines.slice(0, needsMost).map(({ need, where }) => paragraphOf(need, where)),
    ...(more.length > 0
      ? [`And ${countOf(more.length, 'more cause', 'more causes')}, which the page shows.`]
      : []),
    countsText(counts, isStaff),
    `All of it: ${page}`,
    `This comes at most once a day, and at once where domains have to stop sending. Which of it comes is set under "${healthMailTitle}" on your account, also that none does: ${account}`,
  ]
  return { subject: subjectOf(kind, news, lines), text: paragraphs.join('\n\n') }
}

interface Line {
  need: Need
  /** The account that they are at, and whose they are; nothing in a customer's mail. */
  where: string
}

function linesByAccount(news: readonly Row[]): Line[] {
  const lines = [...Map.groupBy(news, ({ group }) => group)].flatMap(([account, rows]) =>
    needsOf(rows).map((need) => ({ need, where: `${account}. ` })),
  )
  const rank = ({ need }: Line) => healthStateNames.indexOf(need.state)
  return lines.sort((a, b) => rank(b) - rank(a) || b.need.count - a.need.count)
}

const whyOf = ({ why }: Need): string => why.replace(/\.$/, '')

function paragraphOf(need: Need, where: string): string {
  const { state, count, todo } = need
  // What only the customer can do is no part of the staff's mail, where an account stands before each line.
  const yours = where === '' ? yoursOf(need) : ''
  return [
    `${where}${healthStates[state].label}: ${countOf(count, 'domain')}. ${whyOf(need)}.`,
    `  ${namesOf(need)}`,
    ...(todo ? [`  ${todo}`] : []),
    ...(yours ? [`  ${yours}`] : []),
  ].join('\n')
}

const namesOf = ({ count, domains }: Need): string => {
  const more = count - domains.length
  const names = domains.map(({ domain }) => domain).join(', ')
  return more > 0 ? `${names} and ${numberText(more)} more` : names
}

/** Beside what is to be done about the domain: about what brought it there. */
const yoursOf = ({ todo, state, cause, isOfAccount }: Need): string =>
  todo === null || cause === 'dns' ? '' : yoursToDo(cause, { isOfAccount, isLost: state === 'replace' })

function countsText(counts: HealthMailFacts['counts'], isStaff: boolean): string {
  const some = healthStateNames.filter((state) => counts[state])
  const told = some.map(
    (state) => `${numberText(counts[state] ?? 0)} ${healthStates[state].label.toLowerCase()}`,
  )
  const whose = isStaff ? 'All domains now' : 'Your domains now'
  const unknown = counts.unknown
    ? ' Unknown is not healthy: too little is seen of those to say how they are.'
    : ''
  return `${whose}: ${told.reverse().join(', ')}.${unknown}`
}

function subjectOf(kind: MailKind, news: readonly Row[], lines: readonly Line[]): string {
  if (kind === 'digest') return `Health: ${countOf(news.length, 'domain')} became worse`
  const [only] = lines
  if (lines.length > 1 || !only)
    return `${countOf(news.length, 'domain')} in trouble, for ${countOf(lines.length, 'cause')}`
  const who = news.length === 1 ? news[0]?.domain : countOf(news.length, 'domain')
  return `${who}: ${whyOf(only.need)}`
}
