import type { connectionStates, mailboxLinks } from '#base/db/schema/index.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import { withoutSecrets } from '#base/text/without-secrets.ts'
import type { ChainLink, LinkState } from '#features/tools/rules/sending-chain.ts'
import { signInCauseText } from '#features/tools/rules/sign-in-causes.ts'

type LinkRow = typeof mailboxLinks.$inferSelect
/** Something that was seen at a moment, as it should be or not; null where nobody has looked. */
type Seen = { ok: boolean; at: string } | null

/** What is known of a mailbox and of all that it needs. */
export interface MailboxFacts {
  want: 'active' | 'disabled' | 'purged'
  /** Its domain is to run, and its order is served. */
  isRunning: boolean
  isServed: boolean
  delegation: Seen
  verified: Seen
  /** The host's id of it, and how it stands there. */
  isMade: boolean
  hostState: 'active' | 'disabled' | 'purged' | null
  hostSeenAt: string | null
  hasPassword: boolean
  dns: Seen
  dkim: Seen
  /** `unseen`: nobody has looked at mail of its domain, which says nothing against it. */
  proof: { state: 'proven' | 'not_proven' | 'not_yet' | 'unseen'; sentence: string; at: string } | null
  tool: { name: string; isFile: boolean; state: (typeof connectionStates)[number]; problem: string | null }
  link: Pick<
    LinkRow,
    | 'connection'
    | 'connectionReason'
    | 'connectionCause'
    | 'connectionSince'
    | 'confirmedAt'
    | 'configuredAt'
    | 'pausedAt'
    | 'abandonedAt'
  > | null
}

const iso = (time: Date | null | undefined) => time?.toISOString() ?? null

interface Wording {
  id: string
  label: string
  well: string
  bad: string
  unknown: string
  canDo?: string
}

function seenLink(seen: Seen, { id, label, well, bad, unknown, canDo }: Wording): ChainLink {
  const state: LinkState = seen === null ? 'unknown' : seen.ok ? 'well' : 'broken'
  const detail = seen === null ? unknown : seen.ok ? well : bad
  return { id, label, state, detail, at: seen?.at ?? null, ...(canDo !== undefined && { canDo }) }
}

/** Everything that has to be so before a mailbox sends, in the order in which each holds up the next. */
export const mailboxChain = (facts: MailboxFacts): ChainLink[] => [
  orderLink(facts),
  seenLink(facts.delegation, {
    id: 'delegation',
    label: 'Name servers',
    well: 'They lead to our zone.',
    bad: 'They lead elsewhere.',
    unknown: 'Nobody has looked yet.',
    canDo: 'Have its owner set the name servers where it is registered.',
  }),
  seenLink(facts.verified, {
    id: 'verified',
    label: 'Domain at the host',
    well: 'It is verified there.',
    bad: 'It is not verified there.',
    unknown: 'It was not verified there yet.',
  }),
  hostLink(facts),
  {
    id: 'licence',
    label: 'Licence',
    // None is made without one where its host asks for it. Whether it was taken away since is not read.
    state: facts.isMade ? 'well' : 'unknown',
    detail: facts.isMade
      ? 'The mailbox was made with one where its host asks for that.'
      : 'It is known once the mailbox is made.',
    at: facts.hostSeenAt,
  },
  passwordLink(facts),
  seenLink(facts.dns, {
    id: 'dns',
    label: 'MX, SPF, DKIM and DMARC',
    well: 'All of them are seen from outside as they should be.',
    bad: 'They are not seen from outside as they should be.',
    unknown: 'Nobody has looked from outside yet.',
    canDo: 'Look now: what is missing in the zone is written again.',
  }),
  seenLink(facts.dkim, {
    id: 'dkim',
    label: 'Signing',
    well: 'The host signs mail with DKIM.',
    bad: 'DKIM is not on at the host.',
    unknown: 'Nobody has looked yet.',
    canDo: 'See whether a work item asks for the keys, or look now.',
  }),
  toolLink(facts),
  connectionLink(facts),
  limitsLink(facts),
  proofLink(facts),
]

/** What was taken over has a password of its own; only connecting it would need one that is held. */
function passwordLink({ hasPassword, isMade, tool, link }: MailboxFacts): ChainLink {
  const base = { id: 'password', label: 'Password', at: null }
  if (hasPassword) return { ...base, state: 'well', detail: 'One is set.' }
  if (!isMade) return { ...base, state: 'broken', detail: 'None is set.', canDo: 'Look at its domain.' }
  return {
    ...base,
    state: tool.isFile || link?.connection === 'connected' ? 'well' : 'broken',
    detail: 'It was taken over with its own, which is not held here.',
    canDo: 'Set a new password, or connect it in the sending tool by hand.',
  }
}

function orderLink({ want, isRunning, isServed }: MailboxFacts): ChainLink {
  const base = { id: 'order', label: 'Order', at: null }
  if (want === 'purged')
    return {
      ...base,
      state: 'broken',
      detail: 'The mailbox was removed for good.',
      canDo: 'There is nothing to do.',
    }
  if (want === 'disabled' || !isRunning)
    return {
      ...base,
      state: 'broken',
      detail: 'The mailbox is not wanted any more: it was taken out, or its order has ended.',
      canDo: 'The customer can bring the order back while its mail is kept.',
    }
  if (!isServed)
    return {
      ...base,
      state: 'broken',
      detail: 'The order is on hold, or its customer is suspended.',
      canDo: 'Release the order, or open the customer again.',
    }
  return { ...base, state: 'well', detail: 'It is paid for and served.' }
}

function hostLink({ isMade, hostState, hostSeenAt }: MailboxFacts): ChainLink {
  const base = { id: 'host', label: 'Mailbox at the host', at: hostSeenAt }
  if (!isMade)
    return {
      ...base,
      state: 'waits',
      detail: 'The host has not made it yet.',
      canDo: 'Look at its domain for what it waits for.',
    }
  if (hostState === 'active') return { ...base, state: 'well', detail: 'It exists and is enabled.' }
  if (hostState === null) return { ...base, state: 'unknown', detail: 'Whether it is enabled was not seen.' }
  return {
    ...base,
    state: 'broken',
    detail: 'It is switched off at the host.',
    canDo: 'Look now: it is switched on again, unless the host itself has suspended it.',
  }
}

function toolLink({ tool }: MailboxFacts): ChainLink {
  const base = { id: 'tool', label: 'Credentials of the sending tool', at: null }
  if (tool.isFile)
    return { ...base, state: 'well', detail: 'There are none: the mailboxes are handed over as a file.' }
  if (tool.state === 'refused')
    return {
      ...base,
      state: 'broken',
      detail: withoutSecrets(tool.problem ?? `${tool.name} refuses them.`),
      canDo: 'Ask the customer to correct them in the order’s details.',
    }
  return tool.state === 'working'
    ? { ...base, state: 'well', detail: `${tool.name} takes them.` }
    : { ...base, state: 'unknown', detail: `${tool.name} was not asked yet.` }
}

function connectionLink({ tool, link }: MailboxFacts): ChainLink {
  const base = { id: 'connection', label: 'Connection', at: iso(link?.connectionSince) }
  if (tool.isFile)
    return {
      ...base,
      state: 'unknown',
      detail: 'What the customer imports into their tool is not seen from here.',
    }
  if (!link) return { ...base, state: 'waits', detail: `It was not put into ${tool.name} yet.` }
  if (link.connection === 'connected')
    return { ...base, state: 'well', detail: `${tool.name} says that it is connected.` }
  if (link.abandonedAt)
    return {
      ...base,
      state: 'broken',
      detail: 'It was given up since the credentials do not work.',
      canDo: 'Reconnect it.',
    }
  const cause = signInCauseText(link.connectionCause)
  const reason = link.connectionReason && `${sentenceCase(withoutSecrets(link.connectionReason))}.`
  if (link.connection === 'person' || reason)
    return {
      ...base,
      state: 'broken',
      detail: [cause?.what, reason].filter(Boolean).join(' ') || 'A person has to sign in to it.',
      canDo: cause?.toDo ?? 'Sign in to it on the page that connects mailboxes, or reconnect it.',
    }
  const waits =
    link.connection === 'signing_in' ? 'It is being signed in to.' : 'It waits to be signed in to.'
  return { ...base, state: 'waits', detail: waits }
}

function limitsLink({ tool, link }: MailboxFacts): ChainLink {
  const base = {
    id: 'limits',
    label: 'Daily limit and warm-up',
    at: iso(link?.pausedAt ?? link?.configuredAt),
  }
  if (tool.isFile) return { ...base, state: 'unknown', detail: 'They are the customer’s to set.' }
  if (link?.pausedAt)
    return {
      ...base,
      state: 'broken',
      detail: `It is paused in ${tool.name}.`,
      canDo: 'Look now: it is resumed while its order is served.',
    }
  return link?.configuredAt
    ? { ...base, state: 'well', detail: 'They were set when it was connected, and are the customer’s since.' }
    : { ...base, state: 'waits', detail: 'They are set once it is connected.' }
}

const stateOfProof = { proven: 'well', not_yet: 'waits', not_proven: 'broken', unseen: 'unknown' } as const

function proofLink({ proof }: MailboxFacts): ChainLink {
  const base = { id: 'proof', label: 'Proof of mail', at: proof?.at ?? null }
  if (!proof) return { ...base, state: 'unknown', detail: 'No mail of its domain was tried.' }
  return { ...base, state: stateOfProof[proof.state], detail: proof.sentence }
}
