import { fillMessage } from '#base/text/message.ts'
import { accept, type Outcome, type Problem, refuse } from '#base/text/outcome.ts'
import { checkDomainToAdd } from '#features/names/rules/domain-entry.ts'
import type { TldOptions } from '#features/names/rules/domain-name.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import {
  checkPersonName,
  fullNameKey,
  type PersonName,
  peopleProblem,
} from '#features/people/rules/person-name.ts'
import { checkProfilePictureLink } from '#features/people/rules/profile-picture-link.ts'
import { provisionedShares } from '#features/people/rules/username-update.ts'
import {
  type DomainOption,
  type PlanId,
  type Platform,
  plans,
  platformContents,
  platforms,
  platformsOf,
  requiredDomains,
} from '#features/plans/rules/catalog.ts'
import type { Contents } from '#features/plans/rules/inbox-split.ts'
import type { PlanNames } from '#features/plans/rules/naming.ts'
import { planOfName } from '#features/plans/rules/plan-names.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import {
  checkToolCredentials,
  connectionProblems,
  type ToolConnection,
} from '#features/tools/rules/tool-credentials.ts'
import { readWireValues } from '#features/tools/rules/tool-wire.ts'
import { checkoutProblem } from './checkout-validation.ts'
import { checkBasics, type OrderBasics, readBasics } from './order-basics.ts'
import { allowsOwnDomains, ownUnavailable } from './order-draft.ts'
import { domainOptionOf, type OrderBody, type OrderSet } from './order-payload.ts'

export const readOrderMessages = {
  planUnavailable: 'This plan is not available',
  setsDiffer: 'All orders of one checkout must have the same {what}',
  oneTool: 'Please choose one email tool',
  connectionUnknown: 'The saved credentials were not found. Please enter them again.',
  unevenOrders: 'Each order must have the domains of its plan',
  inboxesDiffer: 'The users do not match the domains of their order',
} as const

/** An order in the product's own words, complete and by the rules. */
export interface OrderRequest extends OrderBasics {
  plan: PlanId
  domainOption: DomainOption
  /** Domains of each bundle, in the order of the bundles. */
  bundles: Record<Platform, string[]>[]
  /** A saved connection, or values that still have to be saved; `other` has neither. */
  tool: { tool: SendingToolId; connectionId?: string; values: Record<string, string> }
  people: PersonName[]
  /** Empty without a picture or without Google domains. */
  profilePictureLink: string
}

export interface OrderRules extends TldOptions {
  /** Plans that this installation sells. */
  soldPlans?: readonly PlanId[]
  /** The customer's saved connection that the request names: see `connectionIdOf`. */
  connection?: ToolConnection
  contents?: Contents
  planNames: PlanNames
}

const setsOf = (body: OrderBody): OrderSet[] => ('orderDataSets' in body ? body.orderDataSets : [body])

interface SentTool {
  tools: readonly SendingToolId[]
  sent: Record<string, string>
}

function sentTool({ tool_setup: setup }: OrderSet): SentTool {
  if ('tool_name' in setup) return { tools: [setup.tool_name], sent: setup.credentials ?? {} }
  const [tool] = setup.selected_tools
  return { tools: setup.selected_tools, sent: (tool && setup.tool_credentials[tool]) ?? {} }
}

/** The saved connection a request refers to; the caller looks it up among the customer's own. */
export const connectionIdOf = (body: OrderBody): string | undefined =>
  sentTool(setsOf(body)[0]!).sent.connection_id

type SentUser = OrderSet['user_configuration'][number]
const personOf = ({ first_name, last_name }: SentUser): PersonName => ({
  firstName: first_name.trim(),
  lastName: last_name.trim(),
})

/** The people a set names, each once, in the order in which they first appear. */
function peopleOf(set: OrderSet): PersonName[] {
  const people = new Map<string, PersonName>()
  for (const person of set.user_configuration.map(personOf)) {
    const key = fullNameKey(person)
    if (!people.has(key)) people.set(key, person)
  }
  return [...people.values()]
}

const domainsOf = (set: OrderSet): Record<Platform, string[]> => {
  const on = (platform: Platform) =>
    set.domain_configuration.domains
      .filter(({ type }) => type === platform)
      .map(({ domain }) => normalizeDomain(domain))
  return { azure: on('azure'), google: on('google') }
}

const pictureOf = (set: OrderSet): string =>
  set.user_configuration.find(({ profile_picture_link }) => profile_picture_link)?.profile_picture_link ?? ''

/** What every set repeats, by the words that say it differs. */
const repeated: Record<string, (set: OrderSet) => unknown> = {
  plan: (set) => set.plan,
  'domain option': (set) => set.domain_configuration.domain_option,
  'forwarding settings': (set) => set.forwarding_setup,
  'email tool': sentTool,
  users: (set) => peopleOf(set),
  'profile picture': pictureOf,
}

/** The first part in which a set differs from the first one. */
const differingPart = (sets: readonly OrderSet[]): string | undefined =>
  Object.keys(repeated).find(
    (what) => new Set(sets.map((set) => JSON.stringify(repeated[what]!(set)))).size > 1,
  )

/** Mailboxes are divided by rule: the numbers that are sent are compared with it and never used. */
function isDividedByRule(set: OrderSet, people: readonly PersonName[], contents: Contents): boolean {
  const domains = domainsOf(set)
  const present = platforms.filter((platform) => domains[platform].length > 0)
  const shares = new Map(
    provisionedShares(people, present, contents).map((each) => [fullNameKey(each), each]),
  )
  const sent = new Map(
    set.user_configuration.map((user) => [`${user.domain_type} ${fullNameKey(personOf(user))}`, user]),
  )
  const isRight = (user: SentUser) =>
    user.number_of_inboxes === shares.get(fullNameKey(personOf(user)))?.[user.domain_type] &&
    user.domains.map(normalizeDomain).toSorted().join() === domains[user.domain_type].toSorted().join()
  const isSent = (platform: Platform, key: string) => sent.has(`${platform} ${key}`)
  return (
    sent.size === set.user_configuration.length &&
    set.user_configuration.every(isRight) &&
    [...shares].every(([key, share]) => present.every((each) => share[each] === 0 || isSent(each, key)))
  )
}

/** Why the names of an order can't be taken together, or undefined. */
function domainsProblem(
  bundles: readonly Record<Platform, string[]>[],
  { plan, option, tlds }: { plan: PlanId; option: DomainOption } & TldOptions,
): Problem | undefined {
  const required = requiredDomains(plan, bundles.length)
  const selected: Record<Platform, string[]> = { azure: [], google: [] }
  for (const bundle of bundles) {
    for (const platform of platforms) {
      if (bundle[platform].length !== plans[plan].domains[platform])
        return { code: 'uneven_orders', message: readOrderMessages.unevenOrders }
      for (const name of bundle[platform]) {
        const outcome = checkDomainToAdd(name, {
          option,
          platform,
          selected,
          required: required[platform],
          tlds,
        })
        if (!outcome.ok) return outcome.problem
        selected[platform].push(outcome.value)
      }
    }
  }
  return undefined
}

/** The tool, with a saved connection that suffices or with values that do. */
function readTool(
  { tools, sent }: SentTool,
  plan: PlanId,
  connection?: ToolConnection,
): Outcome<OrderRequest['tool']> {
  const [tool] = tools
  if (!tool || tools.length > 1) return refuse('one_tool', readOrderMessages.oneTool)
  const place = { context: 'order', platforms: platformsOf(plan) } as const
  if (connection) {
    const [problem] = connectionProblems(connection, place)
    return problem ? { ok: false, problem } : accept({ tool, connectionId: connection.id, values: {} })
  }
  const values = checkToolCredentials(tool, readWireValues(tool, sent), place)
  return values.ok ? accept({ tool, values: values.value }) : values
}

/**
 * Reads a parsed body from scratch: complete as checkout demands it, the plan's domains in each set, every
 * name and person by the rules, and whatever is said twice the same. Nothing in it is trusted.
 */
export function readOrder(
  body: OrderBody,
  { soldPlans, connection, tlds, contents = platformContents, planNames }: OrderRules,
): Outcome<OrderRequest> {
  const sets = setsOf(body)
  const first = sets[0]!
  const plan = planOfName(first.plan)
  if (!plan || (soldPlans && !soldPlans.includes(plan)))
    return refuse('plan_unavailable', readOrderMessages.planUnavailable)
  const what = differingPart(sets)
  if (what) return refuse('sets_differ', fillMessage(readOrderMessages.setsDiffer, { what }))
  const option = domainOptionOf[first.domain_configuration.domain_option]
  if (option === 'own' && !allowsOwnDomains(plan))
    return refuse('own_unavailable', ownUnavailable(plan, planNames))

  const entered = readBasics(first.forwarding_setup)
  const bundles = sets.map(domainsOf)
  const sum = (platform: Platform) => bundles.reduce((total, bundle) => total + bundle[platform].length, 0)
  const people = peopleOf(first)
  const setup = sentTool(first)
  const saved = setup.sent.connection_id ? connection : undefined
  if (setup.sent.connection_id && (saved?.id !== setup.sent.connection_id || saved.tool !== setup.tools[0]))
    return refuse('connection_unknown', readOrderMessages.connectionUnknown)
  const incomplete = checkoutProblem({
    plan,
    orderCount: sets.length,
    domainOption: option,
    domains: { azure: sum('azure'), google: sum('google') },
    forwardUrl: entered.forwardUrl,
    companyName: entered.companyName,
    tool: setup.tools[0] ?? null,
    toolValues: saved?.shown ?? (setup.tools[0] ? readWireValues(setup.tools[0], setup.sent) : {}),
    people: people.length,
  })
  if (incomplete) return refuse('incomplete', incomplete)

  const names = domainsProblem(bundles, { plan, option, tlds })
  if (names) return { ok: false, problem: names }
  const basics = checkBasics(entered)
  if (!basics.ok) return basics
  const tool = readTool(setup, plan, saved)
  if (!tool.ok) return tool
  for (const person of people) {
    const name = checkPersonName(person)
    if (!name.ok) return name
  }
  const crowd = peopleProblem(people, { context: 'wizard', plans: [plan], planNames })
  if (crowd) return { ok: false, problem: crowd }
  if (!sets.every((set) => isDividedByRule(set, people, contents)))
    return refuse('inboxes_differ', readOrderMessages.inboxesDiffer)
  const picture = checkProfilePictureLink(pictureOf(first))
  if (!picture.ok) return picture

  return accept({
    plan,
    domainOption: option,
    bundles,
    ...basics.value,
    tool: tool.value,
    people,
    profilePictureLink: picture.value,
  })
}
