import { domainOf, listByDomain } from '#vendors/client/list-by-domain.ts'
import { chunksOf } from '#vendors/client/run-each.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { CountedDays, ToolCounts } from '#vendors/ports/sending-tools.ts'
import { type BisonApi, sendersAtOnce } from './api.ts'
import type { EventsByDate } from './wire.ts'

/**
 * What Email Bison has counted of these mailboxes together, as far as it lists them. Of warm-up it tells how much was
 * sent and how much was saved from spam; whose mails those are is said nowhere, so where they arrived is not known.
 */
export async function countsOf(
  api: BisonApi,
  addresses: readonly string[],
  days: CountedDays,
  ctx: CallContext,
): Promise<ToolCounts> {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  const domains = [...new Set(addresses.map(domainOf))]
  const listed = await listByDomain(domains, api.warmupPages(days, ctx), ({ email }) => email)
  const senders = listed.filter(({ email }) => wanted.has(email.toLowerCase()))
  let [sent, bounced] = [0, 0]
  const fortnight = { from: days.answersFrom, to: days.to }
  const answers = { sent: 0, replied: 0 }
  let tellsAnswers = true
  for (const [first, ...more] of chunksOf(senders, sendersAtOnce)) {
    if (!first) continue
    const events = await api.eventsByDate([first.id, ...more.map(({ id }) => id)], fortnight, ctx)
    sent += sumOf(events, 'Sent', days)
    bounced += sumOf(events, 'Bounced', days)
    answers.sent += sumOf(events, 'Sent', fortnight)
    answers.replied += sumOf(events, 'Replied', fortnight)
    tellsAnswers &&= events.data.some(({ label }) => label === 'Replied')
  }
  const warmed = senders.flatMap(({ warmup_emails_sent }) => warmup_emails_sent ?? [])
  const isCounted = senders.length > 0 && warmed.length === senders.length
  return {
    sent,
    bounced,
    ...(tellsAnswers && { answers }),
    ...(isCounted && { warmupSent: warmed.reduce((sum, each) => sum + each, 0) }),
  }
}

const sumOf = ({ data }: EventsByDate, kind: string, { from, to }: { from: string; to: string }): number =>
  data
    .filter(({ label }) => label === kind)
    .flatMap(({ dates }) => dates)
    .reduce((sum, [date, count]) => (date >= from && date <= to ? sum + count : sum), 0)
