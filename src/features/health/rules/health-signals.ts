import { keysOf } from '#base/records/keys-of.ts'

const hour = 3_600_000
const day = 24 * hour

interface SignalKind {
  /** What it is called on pages. */
  label: string
  /** How much of the whole picture it is: the coverage of a domain is counted in these. */
  weight: number
  /** How long an observation speaks for the domain, in ms. */
  freshFor: number
  /** Tells how the domain's mail arrives. */
  tellsOfMail: boolean
  /** Says something of a domain that sends no cold mail as well: a rest is not over before it has been seen to be well. */
  seenAtRest: boolean
  /** May be left out of the picture where nobody watches it; everything else applies to every domain. */
  mayBeUnwatched?: true
}

/**
 * What can be seen of a domain's health, each with its share of the picture and the time an observation stays good. What
 * the lists, the hosts and the DNS say alone is never enough to call a domain healthy, however much of the picture that is.
 */
export const healthSignals = {
  blocklist: {
    label: 'Blocklists',
    weight: 20,
    freshFor: 26 * hour,
    tellsOfMail: false,
    seenAtRest: true,
    mayBeUnwatched: true,
  },
  ban: { label: "Host's refusals", weight: 20, freshFor: day, tellsOfMail: false, seenAtRest: false },
  dns: { label: 'DNS and registry', weight: 15, freshFor: 2 * hour, tellsOfMail: false, seenAtRest: false },
  placement: {
    label: 'Where probes arrive',
    weight: 15,
    freshFor: 7 * day,
    tellsOfMail: true,
    seenAtRest: true,
    mayBeUnwatched: true,
  },
  bounces: { label: 'Bounces', weight: 10, freshFor: 2 * day, tellsOfMail: true, seenAtRest: false },
  spamRate: {
    label: 'Marked as spam at Gmail',
    weight: 8,
    freshFor: 4 * day,
    tellsOfMail: false,
    seenAtRest: false,
    mayBeUnwatched: true,
  },
  replies: { label: 'Replies', weight: 5, freshFor: 2 * day, tellsOfMail: false, seenAtRest: false },
  warmup: {
    label: 'Warm-up in the inbox',
    weight: 4,
    freshFor: 2 * day,
    tellsOfMail: true,
    seenAtRest: true,
  },
  dmarc: { label: 'DMARC reports', weight: 3, freshFor: 4 * day, tellsOfMail: false, seenAtRest: false },
  mailboxes: {
    label: 'Mailboxes cut off',
    weight: 0,
    freshFor: 6 * hour,
    tellsOfMail: false,
    seenAtRest: false,
  },
  redirect: { label: 'Website', weight: 0, freshFor: day, tellsOfMail: false, seenAtRest: false },
} satisfies Record<string, SignalKind>
export type SignalCode = keyof typeof healthSignals
export const signalCodes = keysOf(healthSignals)

/** The source that reads the alerts which Google raises of an account. */
export const alertsSource = 'alerts'
/** The source that reads why single receivers refuse mail, from a Microsoft tenant's message trace. */
export const traceSource = 'trace'

export const verdicts = ['ok', 'warn', 'bad', 'unknown', 'unwatched'] as const
/**
 * What an observation means. `unknown`: it should have been seen and was not. `unwatched`: nobody looks, because there is
 * no key or too little mail for the source to say anything. Where that may be, it is left out of the coverage.
 */
type Verdict = (typeof verdicts)[number]

/**
 * What a signal demands by itself, whatever the score. `repair`: something of ours is broken and is mended, the domain is
 * not burnt. `rest`: no cold mail. `replace`: it will not come back.
 */
export type Gate = 'repair' | 'rest' | 'replace'

/** Whose the fault is: a new domain in the same tenant does not help where it is the tenant's. */
export type SignalUnit = 'mailbox' | 'domain' | 'tenant' | 'list' | 'source'

/** What a rule says of the facts it was given. */
export interface Finding {
  verdict: Verdict
  /** Taken from the score of 100. */
  points: number
  gate?: Gate
  unit?: SignalUnit
  /** What was seen, as a sentence with its numbers. */
  evidence: string
}

/** One row of the domain's table. Times are epoch ms. */
export interface HealthSignal extends Finding {
  code: SignalCode
  /** Who said so, the same word for every domain, so that a source that fails is seen to be the one that fails. */
  source: string
  observedAt: number
}

/** Clocks of several processes differ by so much, in ms. */
const clockSkew = 60_000

/** Whether an observation still speaks for the domain. One from the future speaks for nothing. */
export const isFresh = ({ code, observedAt }: HealthSignal, now: number): boolean =>
  now - observedAt <= healthSignals[code].freshFor && observedAt - now <= clockSkew

/** Whether it says something: it is fresh and somebody looked. */
export const isKnown = (signal: HealthSignal, now: number): boolean =>
  signal.verdict !== 'unknown' && signal.verdict !== 'unwatched' && isFresh(signal, now)
