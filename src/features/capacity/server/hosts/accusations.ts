import type { Db } from '#base/db/client.ts'
import { countOf } from '#base/text/count-of.ts'
import {
  type SuspensionMatter,
  type SuspensionStage,
  worstFirst,
} from '#features/health/rules/signals/account-alerts.ts'
import { type AlarmedAccount, alarmedAccounts } from '#features/health/server/alerts/account-alarms.ts'
import { heldBackTenants, heldBackText } from '#features/health/server/trace/held-back.ts'
import type { Alarm } from '#features/home/api/console-home.ts'

const overOnce =
  'Close the alert in Google’s Alert Center once it is over, and not before: nothing warns of it any more then, new domains go into the account again, and its domains may come back from their rest.'

/**
 * What becomes of the domains of such an account: placements, rests and what takes the place of a replaced domain follow
 * from the alert by themselves.
 */
const whatIsPlaced =
  'Nothing new goes into such an account, and what nothing was made of there yet is placed elsewhere by itself: see that another account is open. Domains that stand in it stay and are to rest; one whose customer cannot wait is replaced, and the new one goes into another account.'

interface Words {
  /** Before and after the account, for who runs it and may appeal. */
  before: string
  after?: string
  mend: string
}

const wordsOf: Record<SuspensionStage, Words> = {
  suspended: { before: 'Google has suspended', mend: 'Appeal in its Admin console' },
  warned: { before: 'Google is about to suspend', mend: 'Appeal in its Admin console at once' },
  appealed: {
    before: 'Google was to suspend',
    after: ', and the appeal is not decided',
    mend: 'Wait for what Google says to the appeal',
  },
}

/** Accounts that are named of many. */
const namedMost = 3

interface Accused extends SuspensionMatter {
  label: string
}

/** What accounts are to be suspended for, the worst first: one line for each cause, whatever number of accounts it has. */
export function accusationsOf(accounts: readonly Pick<AlarmedAccount, 'label' | 'matters'>[]): Alarm[] {
  const accused = accounts.flatMap(({ label, matters }) => matters.map((matter) => ({ label, ...matter })))
  const byCause = Map.groupBy(accused.sort(worstFirst), ({ stage, reasons }) =>
    JSON.stringify([stage, reasons]),
  )
  return [...byCause.values()].flatMap((of) => {
    const [first] = of
    return first ? [lineOf(first, of)] : []
  })
}

function lineOf({ stage, reasons, since }: Accused, of: readonly Accused[]): Alarm {
  const { before, after = '', mend } = wordsOf[stage]
  const ends = of.flatMap(({ appealUntil }) => (appealUntil === null ? [] : [appealUntil]))
  const appeal =
    stage === 'warned' && ends.length > 0
      ? [`appeal by ${new Date(Math.min(...ends)).toISOString().slice(0, 10)}`]
      : []
  const why = [...(reasons.length > 0 ? [reasons.join(', ')] : []), ...appeal].join('; ')
  return {
    what: `${before} ${whichOf([...new Set(of.map(({ label }) => label))])}${after}${why && ` (${why})`}`,
    mend: `${mend}. ${whatIsPlaced} ${overOnce}`,
    since: new Date(since).toISOString(),
  }
}

function whichOf(labels: readonly string[]): string {
  const [only, ...others] = labels
  if (others.length === 0) return `the whole account ${only}`
  const more = labels.length - namedMost
  const named = [...labels.slice(0, namedMost), ...(more > 0 ? [countOf(more, 'other')] : [])]
  return `${labels.length} whole accounts, ${new Intl.ListFormat('en').format(named)}`
}

/** Tenants that Microsoft refuses as a whole, until a day after it did so last. */
export const heldBackAlarms = async (db: Db, accountId?: string): Promise<Alarm[]> =>
  (await heldBackTenants(db, accountId)).map((held) => ({
    ...heldBackText(held),
    since: held.since.toISOString(),
  }))

/** What one account is to be suspended for, or refused. */
export const accusationsOfAccount = async (db: Db, accountId: string): Promise<Alarm[]> => [
  ...accusationsOf(await alarmedAccounts(db, Date.now(), accountId)),
  ...(await heldBackAlarms(db, accountId)),
]
