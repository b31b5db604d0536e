import { expect, test } from 'vitest'
import { whyNotSending } from '#features/tools/rules/sending-chain.ts'
import { type MailboxFacts, mailboxChain } from './mailbox-chain.ts'

const at = '2026-05-01T12:00:00.000Z'
const time = new Date(at)
const seen = { ok: true, at }
const well: MailboxFacts = {
  want: 'active',
  isRunning: true,
  isServed: true,
  delegation: seen,
  verified: seen,
  isMade: true,
  hostState: 'active',
  hostSeenAt: at,
  hasPassword: true,
  dns: seen,
  dkim: seen,
  proof: { state: 'proven', sentence: 'It arrived.', at },
  tool: { name: 'Instantly', isFile: false, state: 'working', problem: null },
  link: {
    connection: 'connected',
    connectionReason: null,
    connectionCause: null,
    connectionSince: time,
    confirmedAt: time,
    configuredAt: time,
    pausedAt: null,
    abandonedAt: null,
  },
}
const link = well.link as NonNullable<MailboxFacts['link']>
const unseen = { ok: false, at }

test('a domain whose mail nobody has looked at says nothing against its mailboxes', () => {
  const proof = { state: 'unseen', sentence: 'No test mail was sent.', at } as const
  expect(whyNotSending(mailboxChain({ ...well, proof })).what).toBe(
    'Nothing is seen to be wrong, and not all of it was seen. Not known: proof of mail.',
  )
})

/** One thing wrong each, in the order of the chain, and what the sentence says of it. */
const faults: [Partial<MailboxFacts>, string][] = [
  [{ isServed: false }, 'The order is on hold'],
  [{ delegation: unseen }, 'They lead elsewhere.'],
  [{ verified: unseen }, 'It is not verified there.'],
  [{ hostState: 'disabled' }, 'It is switched off at the host.'],
  [{ hasPassword: false, link: null }, 'which is not held here.'],
  [{ dns: unseen }, 'not seen from outside'],
  [{ dkim: unseen }, 'DKIM is not on'],
  [
    { tool: { ...well.tool, state: 'refused', problem: 'The API key was revoked.' } },
    'The API key was revoked.',
  ],
  [
    { link: { ...link, connection: 'person', connectionCause: 'second-factor', connectionReason: null } },
    'Microsoft asks for a second factor.',
  ],
  [{ link: { ...link, pausedAt: time } }, 'It is paused in Instantly.'],
  [{ proof: { state: 'not_proven', sentence: 'It was not signed.', at } }, 'It was not signed.'],
]

test('a mailbox of which all is well should be sending', () => {
  expect(whyNotSending(mailboxChain(well)).what).toMatch(/^It should be sending/)
})

test.each(faults)('one fault alone is told: %j', (fault, told) => {
  expect(whyNotSending(mailboxChain({ ...well, ...fault })).what).toContain(told)
})

test('of any two faults the one that comes before the other is told', () => {
  for (const [n, [earlier, told]] of faults.entries())
    for (const [later] of faults.slice(n + 1))
      expect(whyNotSending(mailboxChain({ ...well, ...later, ...earlier })).what).toContain(told)
})

test.each<[keyof MailboxFacts, string]>([
  ['delegation', 'name servers'],
  ['verified', 'domain at the host'],
  ['hostState', 'mailbox at the host'],
  ['dns', 'mx, spf, dkim and dmarc'],
  ['dkim', 'signing'],
  ['proof', 'proof of mail'],
])('what nobody has looked at is said to be unknown: %s', (fact, label) => {
  const { what } = whyNotSending(mailboxChain({ ...well, [fact]: null }))
  expect(what).toBe(`Nothing is seen to be wrong, and not all of it was seen. Not known: ${label}.`)
})

test('the tool’s own words are shown without what opens anything', () => {
  const reason = '535 5.7.3 refused for token=abcdef123 at https://login.example.com/x?state=secret1'
  const { what } = whyNotSending(
    mailboxChain({ ...well, link: { ...link, connection: null, connectionReason: reason } }),
  )
  expect(what).toContain('535 5.7.3')
  expect(what).not.toMatch(/abcdef123|secret1/)
})
