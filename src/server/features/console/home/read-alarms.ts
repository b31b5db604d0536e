import { sql } from 'drizzle-orm'
import type { Alarm } from '#shared/api/console/home.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import type { Db } from '../../../db/client.ts'
import { readPause } from '../../../provisioning/retire-gate.ts'
import { leftToNobody } from '../../../sending/connect/claim-sign-in.ts'
import { endAtStripe, finishClosingPress, leftOver, leftOverText } from '../../customers/left-over.ts'
import { accountAlarms } from '../../provider-accounts/account-alarms.ts'
import { isoOf } from './read-waiting.ts'

/** What stops more than one customer, or costs money unnoticed, and how to mend it. */
export async function readAlarms(db: Db): Promise<Alarm[]> {
  const [accounts, pause, waiting, left, mails] = await Promise.all([
    accountAlarms(db),
    readPause(db),
    leftToNobody(db),
    leftOver(db),
    mailsGivenUp(db),
  ])
  return [
    ...accounts,
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
    ...(mails.count > 0
      ? [
          {
            what: `${countOf(mails.count, 'mail')} could not be delivered`,
            mend: 'Look at the reasons in the log, and at the addresses.',
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
