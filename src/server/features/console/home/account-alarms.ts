import type { Alarm } from '#shared/api/console/home.ts'
import { countOf } from '#shared/text/count-of.ts'
import type { Db } from '../../../db/client.ts'
import { alarmedAccounts } from '../../../health/alerts/account-alarms.ts'

const closeIt =
  'Then close the alert in Google’s Alert Center, and this goes away within a quarter of an hour.'

const oldest = (times: readonly number[]): string => new Date(Math.min(...times)).toISOString()

/** What Google has raised of the operator's accounts: what is said of a whole account first. */
export async function accountAlarms(db: Db): Promise<Alarm[]> {
  const accounts = await alarmedAccounts(db, Date.now())
  return [
    ...accounts.flatMap(({ label, account }) =>
      account === null
        ? []
        : [
            {
              what: `${account.what} (${label})`,
              mend: `Appeal in its Admin console at once, add another account for new domains, and move what is in it. ${closeIt}`,
              since: new Date(account.since).toISOString(),
            },
          ],
    ),
    ...accounts.flatMap(({ label, suspended }) =>
      suspended.length === 0
        ? []
        : [
            {
              what: `Google has suspended ${countOf(new Set(suspended.map(({ address }) => address)).size, 'mailbox', 'mailboxes')} of the account ${label} in the last week`,
              mend: `Look at what they sent: an account whose mailboxes are suspended is suspended next. ${closeIt}`,
              since: oldest(suspended.map(({ at }) => at)),
            },
          ],
    ),
    ...accounts.flatMap(({ label, unclear }) =>
      unclear.length === 0
        ? []
        : [
            {
              what: `Google has raised an alert for the account ${label} that is not known here: “${unclear[0]?.type}”${unclear.length > 1 ? `, and ${countOf(unclear.length - 1, 'other')}` : ''}`,
              mend: `Read it in Google’s Alert Center. ${closeIt}`,
              since: oldest(unclear.map(({ at }) => at)),
            },
          ],
    ),
  ]
}
