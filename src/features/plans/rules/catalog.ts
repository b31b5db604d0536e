/**
 * What is sold, and the limits around it: the one table that pages, rules, server and mails derive from.
 * What hosts and tools set stands here; what it costs is the price list's: see `price-list.ts`.
 */

export const planIds = ['azure', 'google', 'premium'] as const
export type PlanId = (typeof planIds)[number]

export const platforms = ['azure', 'google'] as const
/** Where a domain's mailboxes live. */
export type Platform = (typeof platforms)[number]

export interface Plan {
  id: PlanId
  /** The word on cards and in sentences. */
  name: string
  /** The product's own label, behind the product name: "Inboxyard Azure". */
  labelSuffix: string
  /** Domains of each platform in one order. */
  domains: Record<Platform, number>
  /** Emails per month that one order can send. */
  monthlyCapacity: number
  /** The same as cards promise it. */
  capacityText: string
  /** Sold with domains the customer owns already. */
  ownDomains: boolean
  /** A cancelled order may come back. */
  reinstatable: boolean
  /** Whom it is for, of the plan that most are helped with. */
  audience?: string
  /** People whose names the mailboxes of one order bear. */
  maxPeople: number
}

export const plans: Record<PlanId, Plan> = {
  azure: {
    id: 'azure',
    name: 'Entra',
    labelSuffix: 'Azure',
    domains: { azure: 2, google: 0 },
    monthlyCapacity: 5_000,
    capacityText: '5k',
    ownDomains: true,
    reinstatable: true,
    audience: 'For teams starting out: the most inboxes for the price.',
    maxPeople: 10,
  },
  google: {
    id: 'google',
    name: 'Google',
    labelSuffix: 'Google',
    domains: { azure: 0, google: 5 },
    monthlyCapacity: 5_000,
    capacityText: '5k+',
    ownDomains: true,
    reinstatable: true,
    maxPeople: 1,
  },
  premium: {
    id: 'premium',
    name: 'Premium',
    labelSuffix: 'Premium',
    domains: { azure: 3, google: 3 },
    monthlyCapacity: 10_000,
    capacityText: '10k',
    ownDomains: false,
    reinstatable: false,
    maxPeople: 10,
  },
}

export interface PlatformContents {
  /** The word in the interface for mailboxes of this platform. */
  name: string
  /** The same for people who hear of it first. */
  fullName: string
  /** Mailboxes made on each domain. */
  mailboxesPerDomain: number
  /** Mailboxes shown, sold and counted per domain; the rest are spare. */
  soldPerDomain: number
  /** Emails a mailbox sends in a day, set as its daily limit in the sending tool. */
  dailyLimit: number
  /** The same as cards promise it where a plan has only this platform. */
  dailyText: string
}

export const platformContents: Record<Platform, PlatformContents> = {
  azure: {
    name: 'Entra',
    fullName: 'Microsoft Entra',
    mailboxesPerDomain: 52,
    soldPerDomain: 50,
    dailyLimit: 2,
    dailyText: '2',
  },
  google: {
    name: 'Google',
    fullName: 'Google',
    mailboxesPerDomain: 3,
    soldPerDomain: 3,
    dailyLimit: 20,
    dailyText: '15-20',
  },
}

export const domainOptions = ['purchase', 'own'] as const
/** Whether domains are registered for the customer or brought along. */
export type DomainOption = (typeof domainOptions)[number]

export const billingPeriodDays = 30
export const orderCountMin = 1
export const orderCountMax = 10

/** Domains of each platform that so many orders of a plan consist of, exactly. */
export const requiredDomains = (plan: PlanId, orderCount: number): Record<Platform, number> => ({
  azure: plans[plan].domains.azure * orderCount,
  google: plans[plan].domains.google * orderCount,
})

/** The platforms a plan has domains on. */
export const platformsOf = (plan: PlanId): Platform[] =>
  platforms.filter((platform) => plans[plan].domains[platform] > 0)

/** The platforms that some of these plans have domains on. */
export const platformsOfPlans = (of: readonly PlanId[]): Platform[] =>
  platforms.filter((platform) => of.some((plan) => platformsOf(plan).includes(platform)))

/** The one that is not this. */
export const otherPlatform = (platform: Platform): Platform => (platform === 'azure' ? 'google' : 'azure')

/** Whether an order of the plan has domains on several platforms. */
export const isMixed = (plan: PlanId): boolean => platformsOf(plan).length > 1

/** TLDs that can be bought; which of them are on sale, and for how much, the price list says. */
export const purchasableTlds = ['com', 'co', 'net', 'org', 'info', 'biz'] as const
export type Tld = (typeof purchasableTlds)[number]

export const domainMaxLength = 35
export const domainLabelMaxLength = 63
/** Domains in one call of the API. */
export const domainsPerCallMax = 100
/** Wanted names whose availability is looked at in one call: as many as a search suggests. */
export const wantedNamesMax = 20
/** A forwarding update of more domains than this runs in the background. */
export const backgroundForwardingOver = 20

/** Days a failed renewal may stay unpaid before mailboxes are suspended. */
export const renewalGraceDays = 7
/** A replacement is delivered within so many hours. */
export const replacementDueHours = 24
/** Days a retired mailbox is kept disabled before it is purged. */
export const mailboxRetentionDays = 30

/** Minutes after which an order, a replacement or a reinstatement without a payment page is given up. */
export const unpaidMinutes = 30
/** Orders of a customer that wait for their payment at the same time. */
export const unpaidOrdersMax = 20
/** Domains of a customer in what waits for its payment: orders, replacements and reinstatements. */
export const heldNamesMax = 200
/** Times within a day that one customer may hold the same domain without paying for it. */
export const unpaidHoldsADay = 3

/** What one hour of the customer's time is taken to be worth. */
export const dollarsPerHourSaved = 20
/** Minutes of work saved by each delivered mailbox and each domain set up. */
export const minutesSavedPerMailbox = 15
export const minutesSavedPerDomain = 30
