import { countOf } from '#base/text/count-of.ts'
import type { Finding } from '../health-signals.ts'

const day = 24 * 3_600_000

/** An alert of Google's about one of the operator's accounts, or a mailbox in it. Times are epoch ms. */
export interface AccountAlert {
  type: string
  /** Google's name for the form of the detail. */
  kind: string
  /** What is kept of the detail, as `keptDetail` has it. */
  data: string
  /** The mailbox that it is about, in small letters; empty where it is nobody's here, null where it names none. */
  address: string | null
  at: number
  changedAt: number
  /** Somebody has closed it in Google's Alert Center, or a later alert has ended it. */
  isClosed: boolean
}

/** https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/AccountSuspensionWarning */
export const suspensionKind = 'google.apps.alertcenter.type.AccountSuspensionWarning'
/** https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/AccountWarning */
const mailboxKind = 'google.apps.alertcenter.type.AccountWarning'

/** https://developers.google.com/workspace/admin/alertcenter/reference/alert-types, as are those below. */
const suspendedTypes = [
  'User suspended',
  'User suspended (spam)',
  'User suspended (spam through relay)',
  'User suspended (suspicious activity)',
]
/** They say nothing of how mail that is sent fares: mail that came in, people who signed in, settings, Google itself. */
const otherTypes = [
  'Access Approvals request',
  'Activity Rule',
  'APNS certificate has expired',
  'APNS certificate is expiring soon',
  'AppMaker Default Cloud SQL setup',
  'Apps outage',
  'Configuration problem',
  'Customer takeout initiated',
  'Data Loss Prevention',
  'Device compromised',
  'Google Operations',
  'Government attack warning',
  'Leaked password',
  'Malware reclassification',
  'Misconfigured whitelist',
  'Phishing reclassification',
  'Primary admin changed',
  'SSO profile added',
  'SSO profile deleted',
  'SSO profile updated',
  'Super admin password reset',
  'Suspicious activity',
  'Suspicious login',
  'Suspicious login (less secure app)',
  'Suspicious message reported',
  'Suspicious programmatic login',
  'User reported phishing',
  'User reported spam spike',
  // An administrator did it, as the product does.
  'User suspended (Administrator email alert)',
]

type AlertMeaning = 'suspended' | 'warned' | 'over' | 'mailbox' | 'unclear' | 'nothing'

/**
 * What an alert means. One of a type that nobody has described is "unclear", and so is one that does not say which
 * mailbox it is about; one that an account will be suspended is that, whatever else it says.
 */
export function meaningOfAlert({ type, kind, data, address }: AccountAlert): AlertMeaning {
  if (kind === suspensionKind) {
    const { state } = suspensionIn(data)
    if (state === 'APPEAL_APPROVED') return 'over'
    return state === 'SUSPENDED' ? 'suspended' : 'warned'
  }
  if (suspendedTypes.includes(type)) return kind === mailboxKind && address !== null ? 'mailbox' : 'unclear'
  return otherTypes.includes(type) ? 'nothing' : 'unclear'
}

interface Suspension {
  state: string
  reasons: string[]
  products: string[]
  /** Ms; undefined where it says none. */
  appealWindow: number | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown): string[] => (typeof value === 'string' ? [value.slice(0, 60)] : [])

const detailMost = 2_000
/** More matters than these in one alert are not told apart. */
const mattersMost = 10

/**
 * What is kept of an alert's detail, as JSON: of a suspension only what is read of it, since all of it has to be. What
 * nobody has described is kept as Google wrote it, as far as 2,000 characters go.
 */
export function keptDetail(kind: string, detail: unknown): string {
  if (kind !== suspensionKind) return JSON.stringify(detail ?? null).slice(0, detailMost)
  const data = isRecord(detail) ? detail : {}
  const short = (value: unknown) => textIn(value)[0]
  return JSON.stringify({
    state: short(data.state),
    appealWindow: short(data.appealWindow),
    suspensionDetails: detailsIn(data)
      .slice(0, mattersMost)
      .map(({ abuseReason, productName }) => ({
        abuseReason: short(abuseReason),
        productName: short(productName),
      })),
  })
}

const detailsIn = (data: Record<string, unknown>) =>
  Array.isArray(data.suspensionDetails) ? data.suspensionDetails.filter(isRecord) : []

function suspensionIn(json: string): Suspension {
  const data = parsed(json)
  const details = detailsIn(data)
  const seconds = /^(\d{1,9})(?:\.\d{1,9})?s$/.exec(String(data.appealWindow))?.[1]
  return {
    state: typeof data.state === 'string' ? data.state : '',
    reasons: details.flatMap(({ abuseReason }) => textIn(abuseReason)),
    products: details.flatMap(({ productName }) => textIn(productName)).sort(),
    appealWindow: seconds === undefined ? undefined : Number(seconds) * 1_000,
  }
}

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** How long an event of a mailbox, or an alert that nobody has described, stays something to be looked at. */
const lookedAtFor = 7 * day
/** How long a mailbox that Google has suspended speaks against its domain; that it still is, the host itself says. */
const mailboxSpeaksFor = day

/** What an account's open alerts say together. */
export interface AccountStanding {
  /** What the account itself is accused of, the worst first. */
  matters: readonly SuspensionMatter[]
  /** Mailboxes that Google has suspended lately. */
  suspended: readonly { address: string; at: number }[]
  /** Types that nobody has described, as Google writes them. */
  unclear: readonly { type: string; at: number }[]
}

/** What an account's alerts say at `now`; those that somebody has closed say nothing any more. */
export function accountStanding(alerts: readonly AccountAlert[], now: number): AccountStanding {
  const lately = alerts.filter(({ isClosed, at }) => !isClosed && now - at <= lookedAtFor)
  const byMeaning = (meaning: AlertMeaning) => lately.filter((alert) => meaningOfAlert(alert) === meaning)
  return {
    matters: openSuspensions(alerts).map(matterOf).sort(worstFirst),
    suspended: byMeaning('mailbox').flatMap(({ address, at }) => (address === null ? [] : [{ address, at }])),
    unclear: byMeaning('unclear').map(({ type, at }) => ({ type: type || 'an alert without a type', at })),
  }
}

/**
 * The last word of each matter that is not over: an appeal that was granted ends what was said before of the same
 * products, and so does closing the last word, also that of the appeal.
 */
export function openSuspensions<Alert extends AccountAlert>(alerts: readonly Alert[]): Alert[] {
  const suspensions = alerts.filter(({ kind }) => kind === suspensionKind)
  const matters = Map.groupBy(suspensions, ({ data }) => suspensionIn(data).products.join())
  const last = [...matters.values()].flatMap((of) => of.toSorted(newestFirst)[0] ?? [])
  return last.filter((alert) => !alert.isClosed && meaningOfAlert(alert) !== 'over')
}

/** When it said what it says. Closing an alert changes it as well and is no new word, so of a closed one it is when it was raised. */
const saidAt = ({ isClosed, at, changedAt }: AccountAlert): number => (isClosed ? at : changedAt)
const isOver = (alert: AccountAlert): boolean => alert.isClosed || meaningOfAlert(alert) === 'over'

/** Where two are as new as each other, the one that is not over counts. */
const newestFirst = (a: AccountAlert, b: AccountAlert): number =>
  saidAt(b) - saidAt(a) || b.at - a.at || Number(isOver(a)) - Number(isOver(b))

/** How far the suspension of an account is, the worst first. */
const stages = ['suspended', 'warned', 'appealed'] as const
export type SuspensionStage = (typeof stages)[number]

/** One matter in which an account is to be suspended, or is. Times are epoch ms. */
export interface SuspensionMatter {
  stage: SuspensionStage
  /** Google's own words, as few as tell matters apart. */
  reasons: readonly string[]
  /** Until when an appeal is possible; null where Google names no end. */
  appealUntil: number | null
  since: number
}

function matterOf(alert: AccountAlert): SuspensionMatter {
  const { state, reasons, appealWindow } = suspensionIn(alert.data)
  const other = state === 'APPEAL_SUBMITTED' ? 'appealed' : 'warned'
  return {
    stage: state === 'SUSPENDED' ? 'suspended' : other,
    reasons: [...new Set(reasons)].sort().slice(0, reasonsMost),
    appealUntil: appealWindow === undefined ? null : alert.changedAt + appealWindow,
    since: alert.at,
  }
}
const reasonsMost = 3

/** The longest known before the others that are as bad. */
export const worstFirst = (a: Pick<SuspensionMatter, 'stage' | 'since'>, b: typeof a): number =>
  stages.indexOf(a.stage) - stages.indexOf(b.stage) || a.since - b.since

/** For whose domain it is, who can do nothing about the account. */
const toldOfAccount: Record<SuspensionStage, string> = {
  suspended: 'Google has suspended the account that we keep it in.',
  appealed: 'Google was to suspend the account that we keep it in, and our appeal is not decided.',
  warned: 'Google is about to suspend the account that we keep it in.',
}

/** What its account's alerts say of one domain. */
export function judgeAccountAlerts(alerts: readonly AccountAlert[], domain: string, now: number): Finding {
  const { matters, suspended, unclear } = accountStanding(alerts, now)
  const [worst] = matters
  if (worst)
    return {
      verdict: 'bad',
      points: 60,
      gate: 'rest',
      unit: 'tenant',
      evidence: toldOfAccount[worst.stage],
    }
  const own = suspended.filter(
    ({ address, at }) => now - at <= mailboxSpeaksFor && address.endsWith(`@${domain}`),
  )
  if (own.length > 0) {
    const count = new Set(own.map(({ address }) => address)).size
    return {
      verdict: 'warn',
      points: 10,
      unit: 'mailbox',
      evidence: `Google raised an alert in the last day: it suspended ${countOf(count, 'mailbox', 'mailboxes')}.`,
    }
  }
  const [first] = unclear
  if (first)
    return {
      verdict: 'unknown',
      points: 0,
      evidence: `Google raised an alert that is not known here: “${first.type}”.`,
    }
  return { verdict: 'ok', points: 0, evidence: 'No alert of Google’s speaks of its account or mailboxes.' }
}
