import {
  leastLimitOf,
  leastMailOf,
  type SendingToolId,
  sendingToolNames,
} from '#features/tools/rules/sending-tools.ts'
import { byHandText } from './act-words.ts'
import {
  alertsSource,
  type HealthSignal,
  healthSignals,
  type SignalCode,
  traceSource,
} from './health-signals.ts'
import { type HealthState, healthStates } from './health-states.ts'
import { isAgainst } from './picture.ts'
import { type Blocklist, blocklistLabel, blocklistNames } from './signals/blocklists.ts'
import { postmasterSource } from './signals/spam-rate.ts'

const sourceLabels: Record<string, string> = {
  ...sendingToolNames,
  dns: 'DNS and registry',
  reports: 'Receivers',
  microsoft: 'Microsoft',
  google: 'Google',
  probes: 'Our probes',
  [postmasterSource]: 'Gmail Postmaster Tools',
  [alertsSource]: "Google's alerts",
  [traceSource]: "Microsoft's message trace",
}

/** What a source is called on pages. */
export const sourceLabel = (source: string): string =>
  blocklistNames.includes(source as Blocklist)
    ? blocklistLabel(source as Blocklist)
    : (sourceLabels[source] ?? source)

/** The signal that decided: of those of one kind that speak against the domain, the one that weighs most. */
export const decidingSignal = (
  signals: readonly HealthSignal[],
  cause: SignalCode | null,
): HealthSignal | undefined =>
  signals.filter((each) => each.code === cause && isAgainst(each)).sort((a, b) => b.points - a.points)[0]

/** Whether what decided is said of the whole account that the domain is in. */
export const isOfAccount = (signals: readonly HealthSignal[], cause: SignalCode | null): boolean =>
  decidingSignal(signals, cause)?.unit === 'tenant'

/** Why a domain is as it is, in words that many domains may share. */
export function causeText(
  state: HealthState,
  cause: SignalCode | null,
  signals: readonly HealthSignal[],
): string {
  if (cause === null) return healthStates[state].about
  const deciding = decidingSignal(signals, cause)
  // What is counted differs from domain to domain; what a list, DNS or an account's host says does not.
  if (deciding && (cause === 'blocklist' || cause === 'dns' || deciding.unit === 'tenant'))
    return deciding.evidence
  return healthSignals[cause].label
}

/** A domain's state in one sentence, with what was seen of it. */
export function healthSentence(
  state: HealthState,
  cause: SignalCode | null,
  signals: readonly HealthSignal[],
): string {
  const deciding = decidingSignal(signals, cause)
  const { about } = healthStates[state]
  return deciding ? `${about} ${deciding.evidence}` : about
}

/** What may be done about a domain that rests for what its whole account is accused of: it is not the matter itself. */
export const accountIsTheMatter =
  'The account that it is in is the matter, and not the domain: it may come back once that is cleared up, without anything that you do. Where you cannot wait, have another domain or a ready spare take its place: a new one goes into another account.'

/** The same once that is over. */
export const accountWasTheMatter =
  'The account that it is in was the matter, and not the domain, and that is over:'

/** Whether the account that a domain is in is the matter with it: what it is accused of stands, or is over by now. */
export type AccountMatter = 'none' | 'stands' | 'over'

interface Judged {
  state: HealthState
  cause: SignalCode | null
  signals: readonly HealthSignal[]
  account: AccountMatter
}

/**
 * What its owner should do.
 * @param mayRestThere whether its own page offers to rest it
 */
export function suggestion({ state, cause, signals, account }: Judged, mayRestThere: boolean): string | null {
  if (state === 'replace') return 'Replace it with another domain, and send nothing from it any more.'
  if (state === 'rest' && account === 'over') return `${accountWasTheMatter} nothing is to be done about it.`
  if (state === 'rest' && account === 'stands')
    return `${mayRestThere ? 'Rest it on its page, or stop' : 'Stop'} its campaigns in your sending tool and leave warm-up on. ${accountIsTheMatter}`
  if (state === 'rest')
    return `${mayRestThere ? 'Rest it on its page, or stop' : 'Stop'} its campaigns in your sending tool and leave warm-up on. It may come back after 14 days.`
  if (state !== 'watch') return null
  if (decidingSignal(signals, cause)?.gate === 'repair' || cause === 'dns')
    return 'If you changed its DNS or name servers, set them back; what is ours we mend. It is no reason to replace it.'
  return 'Send less from it until it is well again.'
}

/** What is done about a domain in its sending tool. */
interface Done {
  /** The tool itself has shown the limits that were asked of it. */
  isConfirmed: boolean
  /** Something tells how its mail arrives while it rests. */
  isMailSeen: boolean
  account: AccountMatter
  tool: SendingToolId
}

const saidOfAccount: Record<AccountMatter, string> = {
  none: '',
  stands: ` ${accountIsTheMatter}`,
  over: ` ${accountWasTheMatter} it may be returned at once, on its page.`,
}

/** What is said of one about which something is done in its sending tool. */
export function restsAlready(state: HealthState, { isConfirmed, isMailSeen, account, tool }: Done): string {
  if (state === 'replace')
    return isConfirmed
      ? `It sends ${leastMailOf(tool)} any more. Replace it with another domain.`
      : `That it sends ${leastMailOf(tool)} is asked of the sending tool, not confirmed yet. Replace it with another domain.`
  if (state === 'rest') {
    const byHand = `${isMailSeen ? '' : ` ${byHandText(tool)}`}${saidOfAccount[account]}`
    return isConfirmed
      ? `It rests: its daily limit in the sending tool is ${leastLimitOf(tool)}. Its page says until when, and what is yours to do.${byHand}`
      : `It is to rest: the daily limit ${leastLimitOf(tool)} is asked of the sending tool, not confirmed yet. Its page says how that stands, and what is yours to do.${byHand}`
  }
  return 'It comes back from its rest in steps.'
}
