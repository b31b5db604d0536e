import type { Db } from '#base/db/client.ts'
import { countOf } from '#base/text/count-of.ts'
import {
  alarmedAccounts,
  unheardAccount,
  unheardAccounts,
} from '#features/health/server/alerts/account-alarms.ts'
import type { Alarm } from '#features/home/api/console-home.ts'
import { accusationsOf, heldBackAlarms } from './accusations.ts'

const closeIt =
  'Then close the alert in Google’s Alert Center, and this goes away within a quarter of an hour.'

const oldest = (times: readonly number[]): string => new Date(Math.min(...times)).toISOString()

/** What hosts say of the operator's accounts, and which of them say nothing: what is said of a whole account first. */
export async function accountAlarms(db: Db): Promise<Alarm[]> {
  const now = Date.now()
  const [accounts, unheard, heldBack] = await Promise.all([
    alarmedAccounts(db, now),
    unheardAccounts(db, now),
    heldBackAlarms(db),
  ])
  return [...alarmsOf(accounts), ...heldBack, ...unheard.map(unheardAlarm)]
}

/** The same of one account, also where it has been silent for minutes only, or nobody has allowed us to ask it. */
export async function alarmsOfAccount(db: Db, accountId: string): Promise<Alarm[]> {
  const [accounts, unheard, heldBack] = await Promise.all([
    alarmedAccounts(db, Date.now(), accountId),
    unheardAccount(db, accountId),
    heldBackAlarms(db, accountId),
  ])
  return [...alarmsOf(accounts), ...heldBack, ...(unheard ? [unheardAlarm(unheard)] : [])]
}

/** Since when rounds do not hear all that one account has to tell, and why, as lines of a look; none where they do. */
export async function unheardLines(db: Db, accountId: string): Promise<string[]> {
  const unheard = await unheardAccount(db, accountId)
  if (!unheard) return []
  const { what, since } = unheardAlarm(unheard)
  const heard = since ? `since ${since.slice(0, 16).replace('T', ' ')} UTC` : 'yet'
  return [`Its rounds have not heard all of it ${heard}. ${what}.`]
}

const alarmsOf = (accounts: Awaited<ReturnType<typeof alarmedAccounts>>): Alarm[] => [
  ...accusationsOf(accounts),
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

type Unheard = NonNullable<Awaited<ReturnType<typeof unheardAccount>>>

const unheardAlarm = (unheard: Unheard): Alarm => ({
  ...unheardWords[unheard.vendor](unheard),
  since: unheard.since?.toISOString() ?? null,
})

const unheardWords: Record<Unheard['vendor'], (unheard: Unheard) => Pick<Alarm, 'what' | 'mend'>> = {
  google: ({ label, problem }) =>
    problem === null
      ? {
          what: `Nobody has allowed us to read what Google raises of the account ${label}`,
          mend: 'Nobody would hear that it is to be suspended. Switch the Alert Center API on and add apps.alerts under domain-wide delegation.',
        }
      : {
          what: `What Google raises of the account ${label} cannot be read: ${problem}`,
          mend: 'Nobody would hear that it is to be suspended. See what Checks says of it on Home, and close or delete old alerts where there are too many.',
        },
  microsoft: ({ label, problem }) =>
    problem === null
      ? {
          what: `What single receivers refuse of the tenant ${label} is not known, because nobody has allowed us to read its message trace`,
          mend: 'Give its app registration ExchangeMessageTrace.Read.All, and make the tenant’s entry for the service behind the trace once: going-live.md says how.',
        }
      : {
          what: `What single receivers refuse of the tenant ${label} is not known, because its message trace cannot be read: ${problem}`,
          mend: 'What was read before counts for its day. See what Checks says of it on Home; where too much fails for all of it to be read, look at what is sent.',
        },
}
