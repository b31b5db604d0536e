import { fillMessage } from '#base/text/message.ts'

/**
 * The one of some names that a name lies under, or that lies under it. Whoever's name servers are ours has their zone
 * here, where nobody can delegate a part of it.
 */
export const relatedTo = (name: string, others: readonly string[]): string | undefined =>
  others.find((other) => name.endsWith(`.${other}`) || other.endsWith(`.${name}`))

export const nestedNamesMessages = {
  nested: 'Only one of {d} and {other} can be used: one is a part of the other.',
} as const

export const nestedMessage = (name: string, other: string): string =>
  fillMessage(nestedNamesMessages.nested, { d: name, other })
