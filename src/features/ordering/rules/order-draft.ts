import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { type PersonName, peopleProblem } from '#features/people/rules/person-name.ts'
import { checkProfilePictureLink } from '#features/people/rules/profile-picture-link.ts'
import {
  type DomainOption,
  isMixed,
  type PlanId,
  type Platform,
  plans,
  platformContents,
  platformsOf,
  requiredDomains,
} from '#features/plans/rules/catalog.ts'
import { type PlanNames, planName } from '#features/plans/rules/naming.ts'
import { isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { connectionProblems } from '#features/tools/rules/tool-credentials.ts'
import { checkBasics, type EnteredBasics, emptyBasics } from './order-basics.ts'

/** A person of the order; the id only tells rows apart. */
export interface DraftPerson extends PersonName {
  id: string
}

/** The sending tool of an order: its secrets are on the server, behind the connection. */
export interface DraftTool {
  tool: SendingToolId
  /** Null while nothing is saved there; `other` needs nothing. */
  connectionId: string | null
  /** The values as they may be shown, secrets masked. */
  shown: Record<string, string>
}

/**
 * An order being put together. It holds what the customer entered and nothing that follows from it: prices,
 * inbox numbers and whether a step is complete are computed. Texts may be incomplete or wrong; what the rules
 * say about them decides how far the customer can go.
 */
export interface OrderDraft extends EnteredBasics {
  plan: PlanId | null
  orderCount: number
  domainOption: DomainOption | null
  /** Kept apart, so that changing one's mind about the option loses nothing. */
  domains: Record<DomainOption, Record<Platform, string[]>>
  /** Own names whose name servers the customer says are set. */
  confirmedDomains: string[]
  tool: DraftTool | null
  people: DraftPerson[]
  /** Google mailboxes get this picture; optional. */
  profilePictureLink: string
}

export const emptyDraft = (): OrderDraft => ({
  plan: null,
  orderCount: 1,
  domainOption: null,
  domains: { purchase: { azure: [], google: [] }, own: { azure: [], google: [] } },
  confirmedDomains: [],
  ...emptyBasics,
  tool: null,
  people: [],
  profilePictureLink: '',
})

export const orderDraftMessages = {
  sectionsMissing: "Please complete all required sections before continuing. You're missing: {section}",
  optionMissing: 'selecting a domain option',
  azureMissing: 'selecting Azure domains',
  googleMissing: 'selecting Google domains',
  dnsMissing: 'confirming DNS settings',
  ownUnavailable: 'Bringing your own domains is unavailable for {plan}.',
  notStored:
    'Your browser’s storage is full or turned off, so this order is kept only while this tab stays open. Please finish it here.',
  repaired: 'Part of your saved order could not be read and was reset. Please check it before you continue.',
} as const

export const settingsMessages = {
  completeBasic: 'Complete Basic Configuration',
  completeTool: 'Complete Email Tool Configuration',
  completeRequired: 'Complete All Required Steps',
  completeAll: 'Complete All Steps',
  basicSaved: 'Basic Configuration Saved',
  toolSaved: 'Email Tool Configuration Saved',
  usersSaved: 'User Configuration Saved',
  completed: 'Domain Settings Completed!',
} as const

/** The names of the order: of the chosen option, on the plan's platforms. */
export function selectedDomains({ plan, domainOption, domains }: OrderDraft): Record<Platform, string[]> {
  const on = (platform: Platform) =>
    plan && domainOption && platformsOf(plan).includes(platform) ? domains[domainOption][platform] : []
  return { azure: on('azure'), google: on('google') }
}

/** The names of one of the draft's orders, counted from 0: they are dealt out as they were chosen. */
export function domainsOfOrder(draft: OrderDraft, index: number): Record<Platform, string[]> {
  const selected = selectedDomains(draft)
  const dealt = (platform: Platform) => {
    const each = draft.plan ? plans[draft.plan].domains[platform] : 0
    return selected[platform].slice(index * each, (index + 1) * each)
  }
  return { azure: dealt('azure'), google: dealt('google') }
}

/** Domains that the order consists of, per platform; none without a plan. */
export const requiredOf = ({ plan, orderCount }: OrderDraft): Record<Platform, number> =>
  plan ? requiredDomains(plan, orderCount) : { azure: 0, google: 0 }

/** Whether the plan may be ordered with names the customer owns. */
export const allowsOwnDomains = (plan: PlanId): boolean => plans[plan].ownDomains

/** The sentence for a plan that is sold only with domains registered for it. */
export const ownUnavailable = (plan: PlanId, names: PlanNames): string =>
  fillMessage(orderDraftMessages.ownUnavailable, { plan: planName(plan, names) })

/** Takes a plan; what does not go with it changes: an option it lacks, a name that would stand on both lists. */
export function choosePlan(draft: OrderDraft, plan: PlanId, orderCount: number): OrderDraft {
  const domainOption =
    draft.domainOption === 'own' && !allowsOwnDomains(plan) ? 'purchase' : draft.domainOption
  const apart = ({ azure, google }: Record<Platform, string[]>) =>
    isMixed(plan) ? { azure, google: google.filter((name) => !azure.includes(name)) } : { azure, google }
  return {
    ...draft,
    plan,
    orderCount,
    domainOption,
    domains: { purchase: apart(draft.domains.purchase), own: apart(draft.domains.own) },
  }
}

export type SectionId = 'option' | 'azure' | 'google' | 'dns'
export type SettingsStepId = 'basic' | 'tool' | 'users'

/** One fold of a page: it opens when everything before it is complete. */
export interface Section<Id extends string> {
  id: Id
  complete: boolean
  locked: boolean
}

function inSequence<Id extends string>(steps: readonly (readonly [Id, boolean])[]): Section<Id>[] {
  let locked = false
  return steps.map(([id, complete]) => {
    const section = { id, complete, locked }
    locked ||= !complete
    return section
  })
}

/** The sections of step two that the plan and the option have, in order. */
export function domainSections(draft: OrderDraft): Section<SectionId>[] {
  const [selected, required] = [selectedDomains(draft), requiredOf(draft)]
  const names = [...selected.azure, ...selected.google]
  return inSequence<SectionId>([
    ['option', draft.domainOption !== null],
    ...(draft.plan ? platformsOf(draft.plan) : []).map(
      (platform) => [platform, selected[platform].length === required[platform]] as const,
    ),
    ...(draft.domainOption === 'own'
      ? [['dns', names.length > 0 && names.every((name) => draft.confirmedDomains.includes(name))] as const]
      : []),
  ])
}

/** Why step two can't be left, or undefined. Names what is to be done first. */
export function domainSectionsProblem(draft: OrderDraft, names: PlanNames): string | undefined {
  if (draft.plan && draft.domainOption === 'own' && !allowsOwnDomains(draft.plan))
    return ownUnavailable(draft.plan, names)
  const missing = domainSections(draft).find((section) => !section.complete)
  if (!missing) return undefined
  const section = orderDraftMessages[`${missing.id}Missing`]
  return fillMessage(orderDraftMessages.sectionsMissing, { section })
}

/** The next thing to do on step two, beside the button that leads on: "Choose 2 domains to continue". */
export function domainsToDo(draft: OrderDraft): string | undefined {
  const next = domainSections(draft).find((section) => !section.complete)
  if (!next) return undefined
  if (next.id === 'option') return 'Choose how you get your domains to continue'
  if (next.id === 'dns') return 'Confirm the name servers to continue'
  const missing = requiredOf(draft)[next.id] - selectedDomains(draft)[next.id].length
  const kind = draft.plan && isMixed(draft.plan) ? `${platformContents[next.id].name} domain` : 'domain'
  return `${missing > 0 ? 'Choose' : 'Remove'} ${countOf(Math.abs(missing), kind)} to continue`
}

const isToolComplete = ({ plan, tool }: OrderDraft): boolean => {
  if (!plan || !tool) return false
  if (!isFileTool(tool.tool) && !tool.connectionId) return false
  return connectionProblems(tool, { context: 'order', platforms: platformsOf(plan) }).length === 0
}

const areUsersComplete = ({ plan, people, profilePictureLink }: OrderDraft): boolean =>
  plan !== null &&
  // Whether there is a sentence, not which.
  peopleProblem(people, { context: 'wizard', plans: [plan], planNames: {} }) === undefined &&
  (!platformsOf(plan).includes('google') || checkProfilePictureLink(profilePictureLink).ok)

/** The steps of the settings page, in order. */
export const settingsSteps = (draft: OrderDraft): Section<SettingsStepId>[] =>
  inSequence<SettingsStepId>([
    ['basic', checkBasics(draft).ok],
    ['tool', isToolComplete(draft)],
    ['users', areUsersComplete(draft)],
  ])

const isComplete = (sections: readonly Section<string>[]) => sections.every((section) => section.complete)

/** The pages of the wizard, in order, by their paths. */
export const wizardPaths = [
  '/choose-plan',
  '/select-domains',
  '/setup-domain-settings',
  '/review-order',
] as const
export type WizardPath = (typeof wizardPaths)[number]

/** The page a draft has come to: everything before it is complete. */
export function furthestPath(draft: OrderDraft): WizardPath {
  if (!draft.plan) return '/choose-plan'
  if (!isComplete(domainSections(draft))) return '/select-domains'
  return isComplete(settingsSteps(draft)) ? '/review-order' : '/setup-domain-settings'
}

/** Where a visitor of a wizard page belongs: there, or on the page that has to be finished first. */
export function allowedPath(draft: OrderDraft, wanted: WizardPath): WizardPath {
  const furthest = furthestPath(draft)
  return wizardPaths.indexOf(wanted) <= wizardPaths.indexOf(furthest) ? wanted : furthest
}
