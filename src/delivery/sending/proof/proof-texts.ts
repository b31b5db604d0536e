import { ourTeamIsOnIt } from '#features/domains/rules/domain-change.ts'
import { type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import type { Attempt, LateCause, ProofFailure } from './proof.ts'
import type { FailedCheck, ProofCheck } from './verdict.ts'

const hosts: Record<ProbeVendor, string> = { microsoft: 'Microsoft', google: 'Google' }
const folders = { inbox: 'Inbox', junk: 'Junk' } as const
const both = new Intl.ListFormat('en', { type: 'conjunction' })

/** "Microsoft and Google" */
export const hostsText = (at: readonly ProbeVendor[]): string => both.format(at.map((each) => hosts[each]))

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
    none: 'no SPF record',
    permerror: 'the SPF record wrong, or more than one',
  },
  dkim: { none: 'no DKIM signature' },
  dmarc: { none: 'no DMARC record', bestguesspass: 'no DMARC record' },
}
const names: Record<ProofCheck, string> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' }

/** "Google finds no DKIM signature", "Microsoft and Google find no DKIM signature" */
function failureText(at: readonly ProbeVendor[], { check, result, passedFor }: FailedCheck): string {
  const isOne = at.length === 1
  const [finds, says] = isOne ? ['finds', 'says'] : ['find', 'say']
  const who = hostsText(at)
  if (result === 'pass')
    return passedFor
      ? `${who} ${finds} ${names[check]} only for ${passedFor}`
      : `${who} ${isOne ? 'does' : 'do'} not say for whom ${names[check]} passes`
  if (check === 'spf' && result === 'temperror') return `${who} could not read the SPF record`
  const what = found[check][result]
  return what
    ? `${who} ${finds} ${what}`
    : `${who} ${says} that ${names[check]} does not pass (${result.slice(0, 20)})`
}

/** What is wrong, a clause each: the same at both hosts is told once. */
export function lackText(failures: readonly ProofFailure[]): string {
  const alike = Map.groupBy(failures, ({ check, result, passedFor }) =>
    JSON.stringify([check, result, passedFor]),
  )
  const clauses = [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map((failure) =>
      failureText(
        same.map(({ at }) => at),
        failure,
      ),
    ),
  )
  return both.format(clauses)
}

/** What is wrong, and what is done about it: a clause each. */
export function failedText(failures: readonly ProofFailure[]): string {
  const onlyDkim = failures.every(({ check }) => check === 'dkim')
  const remedy = onlyDkim
    ? 'signing may take its host a while to begin, so it is checked and sent again'
    : 'the DNS records are checked and it is sent again'
  return `${lackText(failures)}: ${remedy}`
}

const untestedText = (failures: readonly ProofFailure[]): string =>
  `${lackText(failures)}; whether it still is so cannot be tested now: ${ourTeamIsOnIt}`

/** What was wrong, and that nobody could say since then whether it still is: a clause. */
export const unheardText = (failures: readonly ProofFailure[], cause: LateCause): string =>
  cause.why === 'team'
    ? untestedText(failures)
    : `${lackText(failures)}; it was sent again, and ${lateText(cause)}. It is sent until mail passes`

/** A clause. */
export function lateText(cause: LateCause): string {
  switch (cause.why) {
    case 'missing':
      return `no mail has arrived at ${hostsText(cause.at)} within 15 minutes`
    case 'unsaid':
      return `${hostsText(cause.at)} did not say whether the mail was authentic`
    case 'taken_over':
      return 'it was taken over as it stood, and a test mail is sent when somebody presses Check now'
    default:
      return ourTeamIsOnIt
  }
}

/** What is so where the operator has no mailboxes to prove mail with: a clause. */
export function withoutProbesText(tried: Attempt | undefined): string {
  if (tried?.lacked) return untestedText(tried.lacked)
  const sentTo = probeVendors.filter((at) => tried?.mails[at] !== undefined)
  return sentTo.length > 0
    ? `a test mail was sent to ${hostsText(sentTo)}, and what became of it cannot be seen now`
    : 'no test mail was sent'
}
