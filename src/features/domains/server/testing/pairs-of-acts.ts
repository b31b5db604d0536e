/** What is done to one domain that is set up: by its customer, and a move to another account of its host by staff. */
export const acts = ['replace', 'forward', 'edit', 'rename', 'cancel', 'move', 'rest'] as const

/** The last one only to a domain of a cancelled order that is asked for again: its payment arrives. */
export type Act = (typeof acts)[number] | 'reinstate'

/**
 * Which of the acts in each row are refused after the one before it, all of them chosen on pages that were open before
 * either. What is not named is done as well, and both are in the end that they have. Where two meet, one of them is first;
 * or the second one is told that something changed meanwhile, and leaves nothing behind.
 */
export const refusedAfter: Record<Act, readonly Act[]> = {
  replace: [],
  // A wish is based on where the domain led, which the page shows.
  forward: ['forward', 'edit'],
  edit: ['forward', 'edit'],
  rename: ['rename'],
  cancel: ['replace', 'forward', 'edit', 'rename', 'cancel', 'move', 'rest'],
  // It is there already.
  move: ['move'],
  rest: [],
  // It came back with the forwarding, people and tool that it was asked for with.
  reinstate: ['forward', 'edit', 'rename', 'rest', 'reinstate'],
}

/** How a domain ends up. */
export interface End {
  order: 'live' | 'cancelled'
  leadsTo: string
  /** Where the name leads that waits to take its place. */
  replacement: string | null
  people: string[]
  account: 'main' | 'second'
  rest: 'resting' | null
}

export const begun: End = {
  order: 'live',
  leadsTo: 'https://example.com/welcome',
  replacement: null,
  people: ['Jane', 'John'],
  account: 'main',
  rest: null,
}

const leading = (end: End, leadsTo: string): End => ({
  ...end,
  leadsTo,
  replacement: end.replacement && leadsTo,
})

/** What each act makes of a domain. */
export const effects: Record<Act, (end: End) => End> = {
  replace: (end) => ({ ...end, replacement: end.leadsTo }),
  forward: (end) => leading(end, 'https://example.com/forwarded'),
  edit: (end) => leading(end, 'https://example.com/edited'),
  rename: (end) => ({ ...end, people: ['Nora'] }),
  cancel: (end) => ({ ...end, order: 'cancelled', replacement: null }),
  move: (end) => ({ ...end, account: 'second' }),
  rest: (end) => ({ ...end, rest: 'resting' }),
  reinstate: (end) => ({
    ...end,
    order: 'live',
    leadsTo: 'https://example.com/back',
    people: ['Jane', 'Rita'],
  }),
}
