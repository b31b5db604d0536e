/** How a link of the chain stands: `waits` goes on by itself, `broken` does not, `unknown` was not looked at. */
export const linkStates = ['well', 'waits', 'broken', 'unknown'] as const
export type LinkState = (typeof linkStates)[number]

/** Something that has to be so before a mailbox sends. */
export interface ChainLink {
  id: string
  label: string
  state: LinkState
  /** What was seen, or what is missing: a sentence. */
  detail: string
  at: string | null
  /** What helps while it is not well: a sentence. */
  canDo?: string
}

/**
 * Why a mailbox is not sending: the first link that is not well decides, since it holds up all that follow. What nobody
 * has looked at is never called well.
 */
export function whyNotSending(chain: readonly ChainLink[]): { what: string; canDo: string } {
  const first = chain.find(({ state }) => state === 'broken' || state === 'waits')
  const unseen = chain.filter(({ state }) => state === 'unknown').map(({ label }) => label.toLowerCase())
  const unknown = unseen.length > 0 ? ` Not known: ${unseen.join(', ')}.` : ''
  if (first) {
    const what = first.state === 'broken' ? 'It is not sending' : 'It is not sending yet'
    return {
      what: `${what}: ${first.label.toLowerCase()}. ${first.detail}${unknown}`,
      canDo: first.canDo ?? (first.state === 'waits' ? 'It goes on by itself.' : 'Look now.'),
    }
  }
  if (unseen.length > 0)
    return { what: `Nothing is seen to be wrong, and not all of it was seen.${unknown}`, canDo: 'Look now.' }
  return {
    what: 'It should be sending: everything it takes was seen to be in order.',
    canDo: 'If it does not send, look at its campaign in the sending tool.',
  }
}
