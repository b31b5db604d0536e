import * as z from 'zod/mini'
import { platforms } from '#features/plans/rules/catalog.ts'

/**
 * Every change of people, forwarding or details says which state it started from (`basedOn`). When that is no longer
 * so, the server changes nothing and returns 409 `changed_meanwhile` with one of the shapes below.
 */
export const changedMeanwhileMessages = {
  people: 'The users were changed since you opened this. Nothing has been saved yet.',
  numbers:
    'How many mailboxes these users have was changed since you opened this. Nothing has been saved yet.',
  domains: 'The domains of these orders were changed since you opened this. Nothing has been saved yet.',
  forwarding: 'The forwarding was changed since you opened this. Nothing has been saved yet.',
  details: 'This order was changed since you opened it. Nothing has been saved yet.',
  goOn: 'What you entered is still here. Please check it, then confirm again.',
} as const

/** Who made the latest such change, and when (ISO); null where nothing tells. */
const changed = z.nullable(z.object({ by: z.string(), at: z.string() }))
export type ChangedBy = z.output<typeof changed>

export const presentPeople = z.object({
  groups: z.array(
    z.object({
      groupId: z.string(),
      /** With the mailboxes that each has on a domain, spare ones included. */
      people: z.array(
        z.object({ firstName: z.string(), lastName: z.string(), azure: z.number(), google: z.number() }),
      ),
    }),
  ),
  changed,
})
/** Who bears the mailboxes of a group, in order, and how many of them on each domain. */
export type GroupPeople = z.output<typeof presentPeople>['groups'][number]
type Share = GroupPeople['people'][number]

/** Where each domain leads now. */
export const presentForwarding = z.object({ forwarding: z.record(z.string(), z.string()), changed })

/** The present details are those of the group, read again. */
export const presentDetails = z.object({ changed })

/** The same people in the same order, letter by letter, whatever they have. */
export const hasSameNames = (some: readonly Share[], others: readonly Share[]): boolean =>
  some.length === others.length &&
  some.every((one, i) => one.firstName === others[i]?.firstName && one.lastName === others[i]?.lastName)

/** The same with as many mailboxes each. */
export const isSamePeople = (some: readonly Share[], others: readonly Share[]): boolean =>
  hasSameNames(some, others) &&
  some.every((one, i) => platforms.every((platform) => one[platform] === others[i]?.[platform]))
