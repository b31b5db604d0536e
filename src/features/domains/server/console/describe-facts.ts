import { countOf } from '#base/text/count-of.ts'
import { connectedCount } from '#delivery/provisioning/connected-count.ts'
import type { Desired, Holding } from '#delivery/provisioning/desired.ts'
import { type Facts, type Freshness, factsOf, isRegistered } from '#delivery/provisioning/facts.ts'
import { plan } from '#delivery/provisioning/plan.ts'
import type { StepId } from '#delivery/provisioning/step-ids.ts'
import { renewsItself } from '#delivery/provisioning/step-rules.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { DomainFact } from '../../api/console-domains.ts'

interface Known {
  facts: Facts
  desired: Desired
  holding: Holding
  now: Date
  nameServers: readonly string[]
  /** The label of the account it is placed at. */
  account: string | null
}

interface Matter {
  label: string
  step: StepId
  fact: keyof Facts
  seen: (known: Known) => string | null
  wanted: (known: Known) => string
  /** What was seen says neither that it is so nor that it is not. */
  isUnknown?: (facts: Facts) => boolean
  /** Of bought names alone. */
  isBought?: true
}

const onOff = (on: boolean) => (on ? 'on' : 'off')
const recordsText = (records: readonly { type: string; content: string }[] | undefined) =>
  records?.map(({ type, content }) => `${type} ${content}`).join('\n') ?? null

/** What is looked at, in the order in which a domain comes to be. */
const matters: readonly Matter[] = [
  {
    label: 'Registration',
    step: 'register',
    fact: 'registration',
    isBought: true,
    seen: ({ facts }) => (isRegistered(facts) ? 'held for us' : facts.registration ? 'ended' : null),
    wanted: () => 'held for us',
  },
  {
    label: 'Renewal',
    step: 'renewal_on',
    fact: 'autoRenew',
    isBought: true,
    seen: ({ facts }) => (facts.autoRenew ? onOff(facts.autoRenew.on) : null),
    wanted: ({ holding, now }) => onOff(renewsItself(holding, now)),
  },
  {
    label: 'DNS zone',
    step: 'zone',
    fact: 'zone',
    seen: ({ facts }) => (facts.zone && !facts.zone.doubted ? 'served' : null),
    wanted: () => 'served',
  },
  {
    label: 'Name servers',
    step: 'delegation',
    fact: 'delegation',
    seen: ({ facts }) => (facts.delegation ? facts.delegation.seen.join('\n') || 'none' : null),
    wanted: ({ nameServers }) => nameServers.join('\n'),
  },
  {
    label: 'Place at the host',
    step: 'place',
    fact: 'host',
    seen: ({ facts, account }) => (facts.host ? (account ?? facts.host.accountId) : null),
    wanted: ({ holding }) => `a place at ${hostNames[holding.platform]}`,
  },
  {
    label: 'Verified at the host',
    step: 'verify',
    fact: 'verified',
    seen: ({ facts }) => (facts.verified ? 'verified' : null),
    wanted: () => 'verified',
  },
  {
    label: 'MX and SPF',
    step: 'mail_records',
    fact: 'mailRecords',
    seen: ({ facts }) => recordsText(facts.mailRecords?.records),
    wanted: () => 'as the host wants them',
  },
  {
    label: 'DKIM',
    step: 'dkim_on',
    fact: 'dkim',
    seen: ({ facts }) => facts.dkim?.state ?? null,
    wanted: () => 'on',
  },
  {
    label: 'DNS records',
    step: 'records',
    fact: 'records',
    seen: ({ facts }) => (facts.records ? 'written' : null),
    wanted: () => 'written as wanted',
  },
  {
    label: 'DNS as others see it',
    step: 'dns_seen',
    fact: 'dns',
    seen: ({ facts }) => (facts.dns ? 'MX, SPF, DKIM and DMARC seen' : null),
    wanted: () => 'all of them seen',
  },
  {
    label: 'Mailboxes',
    step: 'mailboxes',
    fact: 'mailboxes',
    seen: ({ facts, desired }) =>
      facts.mailboxes
        ? `${desired.mailboxes.filter((m) => m.hostState === 'active').length} enabled, ${desired.mailboxes.filter((m) => m.hostState === 'disabled').length} disabled`
        : null,
    wanted: ({ desired }) => `${desired.mailboxes.filter((m) => m.want === 'active').length} enabled`,
  },
  {
    label: 'Proof of mail',
    step: 'proof',
    fact: 'proof',
    seen: ({ facts }) => facts.proof?.state.replace('_', ' ') ?? null,
    wanted: () => 'proven',
    isUnknown: ({ proof }) => proof?.state === 'no_probes',
  },
  {
    label: 'Sending tool',
    step: 'tool',
    fact: 'tool',
    seen: ({ facts, desired }) => (facts.tool ? `${connectedCount(desired).connected} connected` : null),
    wanted: ({ holding, desired }) =>
      isFileTool(holding.connection.kind)
        ? 'handed over as a file'
        : `${countOf(connectedCount(desired).wanted, 'mailbox').replace(/mailboxs$/, 'mailboxes')} connected in ${sendingToolNames[holding.connection.kind]}`,
  },
]

/** What is known of a domain beside what is wanted, each with its age. Nothing of one that is not held any more. */
export function describeFacts(
  desired: Desired,
  row: { facts: Record<string, unknown> },
  freshness: Freshness,
  others: Pick<Known, 'nameServers' | 'account'>,
): DomainFact[] {
  const { holding } = desired
  if (!holding) return []
  const facts = factsOf(row)
  const missing = new Set(plan(desired, facts, freshness))
  const known: Known = { facts, desired, holding, now: freshness.now, ...others }
  return matters
    .filter(({ isBought }) => !isBought || holding.source === 'bought')
    .map(({ label, step, fact, seen, wanted, isUnknown }) => {
      const value = seen(known)
      return {
        label,
        seen: value,
        wanted: wanted(known),
        at: facts[fact]?.at ?? null,
        agrees: isUnknown?.(facts) ? null : value !== null && !missing.has(step),
      }
    })
}
