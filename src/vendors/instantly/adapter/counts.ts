import { chunksOf } from '#vendors/client/run-each.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { CountedDays, ToolCounts } from '#vendors/ports/sending-tools.ts'
import { addressesAtOnce, type InstantlyApi } from './api.ts'

const sum = (counts: readonly (number | null | undefined)[]): number =>
  counts.reduce<number>((all, each) => all + (each ?? 0), 0)

/** What Instantly has counted of these mailboxes together. */
export async function countsOf(
  api: InstantlyApi,
  addresses: readonly string[],
  days: CountedDays,
  ctx: CallContext,
): Promise<ToolCounts> {
  const all = { sent: 0, bounced: 0, warmupSent: 0, warmupLanded: 0 }
  const answers = { sent: 0, replied: 0 }
  let tellsAnswers = true
  for (const emails of chunksOf(addresses, addressesAtOnce)) {
    const answered = await api.dailyCounts(emails, { from: days.answersFrom, to: days.to }, ctx)
    const sendings = answered.filter(({ date }) => date >= days.from)
    const { email_date_data } = await api.warmupCounts(emails, ctx)
    const warmed = Object.values(email_date_data).flatMap((byDate) =>
      Object.entries(byDate).flatMap(([date, counts]) =>
        date >= days.from && date <= days.to ? [counts] : [],
      ),
    )
    all.sent += sum(sendings.map(({ sent }) => sent))
    all.bounced += sum(sendings.map(({ bounced }) => bounced))
    answers.sent += sum(answered.map(({ sent }) => sent))
    // Whether those that answer by themselves, as who is away, are among them is not described, and what others have seen
    // differs: they are not taken off. The domains that are compared have as many of them.
    answers.replied += sum(answered.map(({ unique_replies }) => unique_replies))
    tellsAnswers &&= answered.every(({ unique_replies }) => typeof unique_replies === 'number')
    all.warmupSent += sum(warmed.map(({ sent }) => sent))
    all.warmupLanded += sum(warmed.map(({ landed_inbox }) => landed_inbox))
  }
  return { ...all, ...(tellsAnswers && { answers }) }
}
