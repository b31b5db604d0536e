import { ourTeamIsOnIt } from '#shared/domains/domain-change.ts'
import { type ProbeVendor, probeVendors } from '../../providers/ports/proof-mail.ts'
import type { Attempt, LateCause, ProofFailure } from './proof.ts'
import type { ProofCheck } from './verdict.ts'

const hosts: Record<ProbeVendor, string> = { microsoft: 'Microsoft', google: 'Google' }
const folders = { inbox: 'Inbox', junk: 'Junk' } as const
const both = new Intl.ListFormat('en', { type: 'conjunction' })

/** "Microsoft and Google" */
const hostsText = (at: readonly ProbeVendor[]): string => both.format(at.map((each) => hosts[each]))

/** A clause: "a test mail is on its way to Google" */
export const onTheWayText = (to: readonly ProbeVendor[]): string =>
  `a test mail is on its way to ${hostsText(to)}`

/** "signed and authenticated, arrived in Inbox at Microsoft and Google in 9 s" */
export function provenText({ mails }: Pick<Attempt, 'mails'>): string {
  const arrived = probeVendors.flatMap((at) => {
    const mail = mails[at]?.arrived
    return mail ? [{ at, ...mail }] : []
  })
  const places = [...Map.groupBy(arrived, ({ folder }) => folder)].map(
    ([folder, there]) => `in ${folders[folder]} at ${hostsText(there.map(({ at }) => at))}`,
  )
  const slowest = Math.max(0, ...arrived.map(({ seconds }) => seconds))
  return `signed and authenticated, arrived ${both.format(places)} in ${slowest} s`
}

const found: Record<ProofCheck, Record<string, string>> = {
  spf: {
    none: 'finds no SPF record',
    permerror: 'finds the SPF record wrong, or more than one',
    temperror: 'could not read the SPF record',
  },
  dkim: { none: 'finds no DKIM signature' },
  dmarc: { none: 'finds no DMARC record', bestguesspass: 'finds no DMARC record' },
}
const names: Record<ProofCheck, string> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' }

/** "Google finds no DKIM signature" */
function failureText({ at, check, result, passedFor }: ProofFailure): string {
  if (result === 'pass')
    return passedFor
      ? `${hosts[at]} finds ${names[check]} only for ${passedFor}`
      : `${hosts[at]} does not say for whom ${names[check]} passes`
  return `${hosts[at]} ${found[check][result] ?? `says that ${names[check]} does not pass (${result.slice(0, 20)})`}`
}

/** What is wrong, the same at both hosts told once, and what is done about it: a clause each. */
export function failedText(failures: readonly ProofFailure[]): string {
  const onlyDkim = failures.every(({ check }) => check === 'dkim')
  const remedy = onlyDkim
    ? 'signing may take its host a while to begin, so it is checked and sent again'
    : 'the DNS records are checked and it is sent again'
  return `${both.format(failures.map(failureText))}: ${remedy}`
}

/** A clause. */
export function lateText(cause: LateCause): string {
  switch (cause.why) {
    case 'missing':
      return `no mail has arrived at ${hostsText(cause.at)} within 15 minutes`
    case 'unsaid':
      return `${hostsText(cause.at)} did not say whether the mail was authentic`
    default:
      return ourTeamIsOnIt
  }
}
