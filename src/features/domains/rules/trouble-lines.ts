import type { TroubleCause } from './domain-trouble.ts'

/** What helps, as the button beside it says. */
export const troubleHelps = {
  tryAgain: 'Try again',
  anotherDomain: 'Choose another domain',
  credentials: 'Correct credentials',
  details: 'See what to do',
} as const
type TroubleHelp = keyof typeof troubleHelps

interface TroubleWords {
  /** Where nothing was noted of why. */
  why: string
  next: string
  help: TroubleHelp
  /** Whether it stopped, or only waits for the customer. */
  tone: 'danger' | 'warning'
}

export const troubleWords: Record<TroubleCause, TroubleWords> = {
  unregistered: {
    why: 'It could not be registered.',
    next: 'Choose another domain for its place, or see Order Details for a refund.',
    help: 'anotherDomain',
    tone: 'danger',
  },
  ended: {
    why: 'Its registration has ended.',
    next: 'There is nothing you need to do. If you would rather not wait, choose another domain at no cost.',
    help: 'anotherDomain',
    tone: 'danger',
  },
  refused: {
    why: 'It could not be set up.',
    next: 'Try again once that is settled, or choose another domain in Order Details.',
    help: 'tryAgain',
    tone: 'danger',
  },
  failing: {
    why: 'It could not be set up.',
    next: 'You can try again at any time.',
    help: 'tryAgain',
    tone: 'danger',
  },
  taken: {
    why: 'Someone else has shown that it is theirs.',
    next: 'Choose another domain for its place.',
    help: 'anotherDomain',
    tone: 'danger',
  },
  change: {
    why: 'A change was refused.',
    next: 'What was there before still stands, and you can try again.',
    help: 'tryAgain',
    tone: 'danger',
  },
  credentials: {
    why: 'Your sending tool refuses the credentials.',
    next: 'The set-up then continues by itself.',
    help: 'credentials',
    tone: 'warning',
  },
  owner: {
    why: 'It waits for you.',
    next: 'The set-up resumes by itself once that is seen.',
    help: 'details',
    tone: 'warning',
  },
}

/** A domain that is held up, as the list of orders tells of it. */
export interface HeldUpDomain {
  domain: string
  trouble?: { cause: TroubleCause; note?: string | undefined } | undefined
}

/** Domains of a group that are held up by the same, in one line. */
export interface TroubleLine<D extends HeldUpDomain> {
  cause: TroubleCause
  /** Why, and what comes next. */
  text: string
  domains: D[]
}

/** What is held up in a group: what has stopped before what only waits. */
export function troubleLines<D extends HeldUpDomain>(domains: readonly D[]): TroubleLine<D>[] {
  const lines = new Map<string, TroubleLine<D>>()
  for (const domain of domains) {
    if (!domain.trouble) continue
    const { cause, note } = domain.trouble
    const { why, next } = troubleWords[cause]
    const text = `${note ?? why} ${next}`
    const line = lines.get(`${cause} ${text}`)
    if (line) line.domains.push(domain)
    else lines.set(`${cause} ${text}`, { cause, text, domains: [domain] })
  }
  const rank = ({ cause }: TroubleLine<D>) => Number(troubleWords[cause].tone !== 'danger')
  return [...lines.values()].sort((a, b) => rank(a) - rank(b))
}
