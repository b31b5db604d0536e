import type { PersonName } from '#features/people/rules/person-name.ts'
import { type DomainOption, type PlanId, plans, platforms } from '#features/plans/rules/catalog.ts'
import { type SendingToolId, sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import {
  believableBrand,
  believableDomain,
  namesakeOf,
  namesakes,
  pick,
  type Random,
  randomNumbers,
} from './believable-names.ts'

/** Where a bundle has come to rest. */
export const bundleStates = ['done', 'cancelled', 'paused'] as const
export type BundleState = (typeof bundleStates)[number]

/** What orders of one kind have in common. */
export interface OrderKind {
  plan: PlanId
  option: DomainOption
  tool: SendingToolId
  states: readonly BundleState[]
}

/**
 * Google, of which a bundle has few mailboxes, with every tool in every state; the others with every tool at least
 * once. Each is set up for real before it is copied, which takes its time.
 */
export const orderKinds: readonly OrderKind[] = [
  ...sendingToolIds.flatMap((tool): OrderKind[] => [
    { plan: 'google', option: 'purchase', tool, states: bundleStates },
    { plan: 'google', option: 'own', tool, states: ['done'] },
    { plan: 'azure', option: 'purchase', tool, states: tool === 'instantly' ? bundleStates : ['done'] },
  ]),
  { plan: 'azure', option: 'own', tool: 'instantly', states: ['done'] },
  { plan: 'azure', option: 'own', tool: 'other', states: ['done'] },
  { plan: 'premium', option: 'purchase', tool: 'instantly', states: ['done'] },
  { plan: 'premium', option: 'purchase', tool: 'bison', states: ['done'] },
]

export const domainsOf = (plan: PlanId): number =>
  platforms.reduce((sum, platform) => sum + plans[plan].domains[platform], 0)

interface PlannedBundle {
  state: BundleState
  /** As many as its plan has. */
  names: string[]
}

export interface PlannedOrder {
  kind: OrderKind
  brand: string
  companyName: string
  /** In place of the namesakes, in their order. */
  people: PersonName[]
  orderedAt: Date
  bundles: PlannedBundle[]
}

/** On average; exactly so over the whole account. */
const domainsPerOrder = 10
const companyEndings = ['Partners', 'Group', 'Studio', 'Labs', 'Advisory', 'Growth', 'Systems', '']
export const yearMs = 365 * 24 * 3600_000

/** What an account has already. */
export interface Present {
  orders: number
  domains: number
}

/** The orders that an agency's account lacks: every kind once, then as they come. The names become taken ones. */
export function planAccount(
  count: number,
  kinds: readonly OrderKind[],
  present: Present,
  taken: Set<string>,
  now = Date.now(),
): PlannedOrder[] {
  const random = randomNumbers(7 + present.orders)
  const planned: PlannedOrder[] = []
  let made = present.domains
  for (let i = present.orders; i < count; i++) {
    const isLast = i === count - 1
    const left = (i + 1) * domainsPerOrder - made
    const kind = isLast ? kindFor(kinds, left) : (kinds[i] ?? usualKind(kinds, random))
    const size = domainsOf(kind.plan)
    const bundles = isLast ? left / size : bundlesOf(random, kind.plan, left)
    made += bundles * size
    const isOver = i >= kinds.length && random(30) === 0
    const states = Array.from({ length: bundles }, (_, at) =>
      stateOf(random, kind, isOver, i < kinds.length ? i + at : undefined),
    )
    planned.push(plannedOrder(random, taken, { kind, states, orderedAt: new Date(now - random(yearMs)) }))
  }
  return planned
}

/** What a customer of middle size has ordered since they came: one to six orders of one to three bundles. */
export function planCustomer(
  random: Random,
  kinds: readonly OrderKind[],
  taken: Set<string>,
  since: Date,
  now = Date.now(),
): PlannedOrder[] {
  return Array.from({ length: 1 + random(6) }, () => {
    const kind = usualKind(kinds, random)
    return plannedOrder(random, taken, {
      kind,
      states: Array.from({ length: 1 + random(3) }, () => stateOf(random, kind, false, undefined)),
      orderedAt: new Date(since.getTime() + random(now - since.getTime())),
    })
  })
}

interface OrderWish {
  kind: OrderKind
  /** Of each bundle. */
  states: BundleState[]
  orderedAt: Date
}

function plannedOrder(
  random: Random,
  taken: Set<string>,
  { kind, states, orderedAt }: OrderWish,
): PlannedOrder {
  const brand = believableBrand(random)
  return {
    kind,
    brand,
    companyName: companyOf(random, brand),
    people: namesakes.map((person) => namesakeOf(random, person)),
    orderedAt,
    bundles: states.map((state) => ({
      state,
      names: Array.from({ length: domainsOf(kind.plan) }, () => believableDomain(random, brand, taken)),
    })),
  }
}

/** What a company of that brand is called. */
export const companyOf = (random: Random, brand: string): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${pick(random, companyEndings)}`.trim()

/** More Google than Entra: an Entra domain has 52 mailboxes, and half a million of them show nothing more. */
const usualPlans: readonly PlanId[] = ['google', 'google', 'google', 'google', 'google', 'azure', 'premium']

function usualKind(kinds: readonly OrderKind[], random: Random): OrderKind {
  const plan = pick(random, usualPlans)
  return pick(
    random,
    kinds.filter((kind) => kind.plan === plan),
  )
}

/** The last order makes the sum: two Entra domains at a time reach any even number. */
function kindFor(kinds: readonly OrderKind[], left: number): OrderKind {
  const plan: PlanId = left % domainsOf('google') === 0 ? 'google' : 'azure'
  return kinds.find((kind) => kind.plan === plan) as OrderKind
}

/** Around what is left, and an even number of domains, so that the last order can make the sum. */
function bundlesOf(random: Random, plan: PlanId, left: number): number {
  if (plan === 'google') return 2
  const size = domainsOf(plan)
  return Math.max(1, Math.round((left - 2 + random(5)) / size))
}

/** The first orders of each kind take turns, so that every state is met; later ones are mostly done. */
function stateOf(
  random: Random,
  { states }: OrderKind,
  isOver: boolean,
  turn: number | undefined,
): BundleState {
  if (turn !== undefined) return states[turn % states.length] as BundleState
  const chance = random(100)
  const state: BundleState = isOver || chance < 7 ? 'cancelled' : chance < 12 ? 'paused' : 'done'
  return states.includes(state) ? state : 'done'
}
