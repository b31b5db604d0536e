import type * as z from 'zod/mini'
import { dollarsOf } from '#base/text/usd.ts'
import { storagePrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { checkOrderDomain, type TldOptions, tldOf } from '#features/names/rules/domain-name.ts'
import { fullNameKey, peopleMax, personName } from '#features/people/rules/person-name.ts'
import {
  type DomainOption,
  domainOptions,
  domainsPerCallMax,
  type PlanId,
  type Platform,
  planIds,
  platforms,
  platformsOf,
} from '#features/plans/rules/catalog.ts'
import { provisionedPerDomain, shownPerDomain } from '#features/plans/rules/inbox-split.ts'
import { planNames } from '#features/plans/rules/plan-names.ts'
import { type Prices, registrationCents } from '#features/plans/rules/price-list.ts'
import { storedBasics } from './order-basics.ts'
import {
  choosePlan,
  type DraftPerson,
  emptyDraft,
  type OrderDraft,
  selectedDomains,
  settingsSteps,
} from './order-draft.ts'
import { orderDraftKeys } from './order-draft-keys.ts'
import {
  basicConfigText,
  customerText,
  domainOptionText,
  emailToolConfigText,
  itemsText,
  nameInItem,
  orderCountText,
  planText,
  profilePictureLinkText,
  readDraftTool,
  writeDraftTool,
} from './order-draft-texts.ts'

/** Own names whose name-server instructions were confirmed; not a fact of the order, so under our own prefix. */
const confirmedDomainsKey = `${storagePrefix}.confirmedDomains` as const
export const draftKeys = [...orderDraftKeys, confirmedDomainsKey] as const
export type DraftKey = (typeof draftKeys)[number]

const domainKeys: Record<DomainOption, Record<Platform, DraftKey>> = {
  purchase: { azure: 'purchaseAzureDomains', google: 'purchaseGoogleDomains' },
  own: { azure: 'azureDomains', google: 'googleDomains' },
}

export interface ReadDraftOptions extends TldOptions {
  /** E-mail address of the signed-in customer. */
  customer: string
  /** Plans that this installation sells. */
  plans?: readonly PlanId[]
}

export interface StoredDraft {
  draft: OrderDraft
  /** Keys whose text could not be used as it was; what was unusable is gone. Worth a word to the customer. */
  repaired: DraftKey[]
  /** The stored draft was someone else's: the draft is empty and the keys are to be removed. */
  foreign: boolean
}

/** Reads single keys, and notes those that could not be used as they were. */
function createParts(read: (key: string) => string | null) {
  const repaired = new Set<DraftKey>()

  function value<T>(key: DraftKey, schema: z.ZodMiniType<T, string>): T | undefined {
    const text = read(key)
    if (text === null || text === '') return undefined
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    repaired.add(key)
    return undefined
  }

  function list<T>(
    key: DraftKey,
    max: number,
    readItem: (item: unknown) => T | undefined,
    identity: (item: T) => string,
  ): T[] {
    const items = value(key, itemsText) ?? []
    const kept = new Map<string, T>()
    for (const each of items.slice(0, 2 * max)) {
      const item = readItem(each)
      if (item !== undefined && kept.size < max && !kept.has(identity(item))) kept.set(identity(item), item)
    }
    if (kept.size < items.length) repaired.add(key)
    return [...kept.values()]
  }
  return { repaired, value, list }
}

/**
 * Reads the stored draft. Never throws and trusts nothing: each key is parsed by itself, items of a list one
 * by one, so that a broken or outdated part costs only that part.
 */
export function readDraft(
  read: (key: string) => string | null,
  { customer, plans = planIds, tlds }: ReadDraftOptions,
): StoredDraft {
  const { repaired, value, list } = createParts(read)
  const names = (key: DraftKey, option: DomainOption) =>
    list(
      key,
      domainsPerCallMax,
      (item) => {
        const outcome = checkOrderDomain(nameInItem(item), option, { tlds })
        return outcome.ok ? outcome.value : undefined
      },
      (name) => name,
    )

  // Without an owner nobody else's name stands on it; with an unreadable one someone's might.
  const owner = value('user', customerText)
  const isForeign = owner ? !isSameAddress(owner.email, customer) : repaired.has('user')
  if (isForeign) return { draft: emptyDraft(), repaired: [], foreign: true }

  const draft = emptyDraft()
  const plan = value('selectedPlan', planText)
  if (plan && !plans.includes(plan)) repaired.add('selectedPlan')
  else if (plan) draft.plan = plan
  draft.orderCount = value('orderCount', orderCountText) ?? draft.orderCount
  draft.domainOption = value('domainOption', domainOptionText) ?? null
  for (const option of domainOptions)
    for (const platform of platforms)
      draft.domains[option][platform] = names(domainKeys[option][platform], option)
  draft.confirmedDomains = names(confirmedDomainsKey, 'own')
  Object.assign(draft, value('basicConfig', basicConfigText))
  const stored = value('emailToolConfig', emailToolConfigText)
  if (stored) {
    const { tool, whole } = readDraftTool(stored)
    draft.tool = tool
    if (!whole) repaired.add('emailToolConfig')
  }
  draft.people = list('userConfig', peopleMax, readPerson, fullNameKey)
  draft.profilePictureLink = value('profilePictureLink', profilePictureLinkText) ?? ''

  const fitting = draft.plan ? choosePlan(draft, draft.plan, draft.orderCount) : draft
  if (fitting.domainOption !== draft.domainOption) repaired.add('domainOption')
  for (const option of domainOptions)
    if (fitting.domains[option].google.length < draft.domains[option].google.length)
      repaired.add(domainKeys[option].google)
  return { draft: fitting, repaired: [...repaired], foreign: false }
}

const isSameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

function readPerson(item: unknown): DraftPerson | undefined {
  const name = personName.safeParse(item)
  if (!name.success) return undefined
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
  return { id: typeof id === 'string' && id ? id.slice(0, 100) : fullNameKey(name.data), ...name.data }
}

const json = (items: readonly unknown[]): string | null => (items.length > 0 ? JSON.stringify(items) : null)

/**
 * The texts to store for a draft, by key; null where the key is to be removed. Prices, inbox numbers and the
 * flag of completion are written for people to look at, and never read.
 */
export function writeDraft(
  draft: OrderDraft,
  customer: string,
  prices: Prices,
): Record<DraftKey, string | null> {
  const { plan, tool, people } = draft
  const selected = selectedDomains(draft)
  const bought = draft.domainOption === 'purchase' ? selected : { azure: [], google: [] }
  const feesOf = (names: readonly string[]) =>
    names.map((domain) => ({ domain, price: dollarsOf(registrationCents(prices, tldOf(domain))) }))
  const fees = [...feesOf(bought.azure), ...feesOf(bought.google)]
  const inboxes = (of: typeof shownPerDomain, platform: Platform, index: number) =>
    plan && platformsOf(plan).includes(platform) ? (of(platform, people.length)[index] ?? 0) : 0
  const basics = storedBasics(draft)
  return {
    user: JSON.stringify({ email: customer }),
    selectedPlan: plan && planNames[plan].choice,
    orderCount: plan || draft.orderCount > 1 ? String(draft.orderCount) : null,
    domainOption: draft.domainOption,
    azureDomains: json(draft.domains.own.azure),
    googleDomains: json(draft.domains.own.google),
    purchaseAzureDomains: json(draft.domains.purchase.azure),
    purchaseGoogleDomains: json(draft.domains.purchase.google),
    azureDomainPrices: json(feesOf(bought.azure)),
    googleDomainPrices: json(feesOf(bought.google)),
    totalDomainCost: fees.length > 0 ? String(fees.reduce((sum, { price }) => sum + price, 0)) : null,
    [confirmedDomainsKey]: json(draft.confirmedDomains),
    basicConfig: basics ? JSON.stringify(basics) : null,
    emailToolConfig: tool && writeDraftTool(tool),
    userConfig: json(
      people.map((person, index) => ({
        ...person,
        azureInboxes: inboxes(provisionedPerDomain, 'azure', index),
        displayAzureInboxes: inboxes(shownPerDomain, 'azure', index),
        googleInboxes: inboxes(provisionedPerDomain, 'google', index),
      })),
    ),
    profilePictureLink: draft.profilePictureLink || null,
    domainSettingsCompleted: settingsSteps(draft).every((step) => step.complete) ? 'true' : null,
  }
}
