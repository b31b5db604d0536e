import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { outbox } from '#base/db/schema/index.ts'
import { isWaiting } from '#base/mail/outbox.ts'
import { readRelay } from '#base/mail/relay.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { readPause } from '#delivery/provisioning/retire-gate.ts'
import { leftToNobody } from '#delivery/sending/connect/claim-sign-in.ts'
import { accountAlarms } from '#features/capacity/server/hosts/account-alarms.ts'
import {
  endAtStripe,
  finishClosingPress,
  leftOver,
  leftOverText,
} from '#features/customers/server/left-over.ts'
import type { Alarm } from '../api/console-home.ts'
import { doubtedAlarms } from './doubted-waits.ts'
import { isoOf } from './read-waiting.ts'

/** What stops more than one customer, or costs money unnoticed, and how to mend it. */
export async function readAlarms(db: Db): Promise<Alarm[]> {
  const [accounts, doubted, pause, waiting, left, relay, mailsWaiting, mails] = await Promise.all([
    accountAlarms(db),
    doubtedAlarms(db),
    readPause(db),
    leftToNobody(db),
    leftOver(db),
    readRelay(db),
    db.$count(outbox, isWaiting),
    mailsGivenUp(db),
  ])
  return [
    ...accounts,
    ...doubted,
    ...(pause
      ? [
          {
            what: `Tear-downs are paused: ${pause.reason}`,
            mend: 'Whoever runs the installation lets them go on, with: npm run operator -- resume',
            since: isoOf(pause.since),
          },
        ]
      : []),
    ...(waiting > 0
      ? [
          {
            what: `${numberText(waiting)} of the mailboxes wait for a browser to sign in, and none does`,
            mend: 'Start a process with ROLE=connect, or take SIGN_IN_BROWSER away so that people are asked.',
            since: null,
          },
        ]
      : []),
    ...left.map((account) => ({
      what: leftOverText(account),
      mend: account.isErased ? endAtStripe(account) : finishClosingPress,
      since: null,
    })),
    ...(relay?.stoppedAt
      ? [
          {
            what: `The mail relay refuses every email. ${countOf(mailsWaiting, 'email is', 'emails are')} waiting.`,
            mend: `${relay.problem ? `It ${relay.problem}. ` : ''}Check your account at the relay. We keep trying one email at a time; once it works, everything is sent.`,
            since: isoOf(relay.stoppedAt),
          },
        ]
      : []),
    ...(mails.count > 0
      ? [
          {
            what: `${countOf(mails.count, 'email')} could not be delivered`,
            mend: 'See the reasons under Email below, then send them again.',
            since: mails.since,
          },
        ]
      : []),
  ]
}

/** Of the last week: older ones are nobody's alarm any more. */
async function mailsGivenUp(db: Db): Promise<{ count: number; since: string | null }> {
  const { rows } = await db.execute<{ count: number; since: Date | null }>(
    sql`select count(*)::int as count, min(failed_at) as since from outbox where failed_at > now() - interval '7 days'`,
  )
  return { count: rows[0]?.count ?? 0, since: isoOf(rows[0]?.since) }
}
