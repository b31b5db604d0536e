import type { PersonName } from '#features/people/rules/person-name.ts'
import type { DomainOption, PlanId, Platform } from '#features/plans/rules/catalog.ts'

type Tool = 'instantly' | 'smartlead' | 'bison' | 'other'

export interface DemoOrder {
  plan: PlanId
  option: DomainOption
  companyName: string
  tool: Tool
  people: PersonName[]
  /** Dealt out to as many bundles as they fill. */
  names: Record<Platform, string[]>
  bundles: number
}

const person = (name: string): PersonName => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { firstName, lastName }
}

/** What the demo customer has ordered; each comes to rest in another state. */
export const demoOrders: readonly DemoOrder[] = [
  {
    plan: 'azure',
    option: 'purchase',
    companyName: 'Brightlark',
    tool: 'instantly',
    people: ['Maya Lindqvist', 'Oliver Trent'].map(person),
    names: { azure: ['getbrightlark.com', 'brightlarkhq.com'], google: [] },
    bundles: 1,
  },
  {
    plan: 'google',
    option: 'purchase',
    companyName: 'Mosswick Studio',
    tool: 'smartlead',
    people: ['Priya Raman'].map(person),
    names: {
      azure: [],
      google: ['trymosswick.com', 'getmosswick.com', 'mosswickhq.com', 'usemosswick.net', 'mosswickteam.org'],
    },
    bundles: 1,
  },
  {
    plan: 'premium',
    option: 'purchase',
    companyName: 'Ferncastle Partners',
    tool: 'bison',
    people: ['Daniel Okafor', 'Sofia Marchetti', 'Lena Vogt'].map(person),
    names: {
      azure: ['goferncastle.com', 'ferncastlehq.com', 'ferncastleteam.com'],
      google: ['meetferncastle.com', 'hiferncastle.com', 'ferncastlemail.com'],
    },
    bundles: 1,
  },
  {
    plan: 'azure',
    option: 'own',
    companyName: 'Tidewell Advisory',
    tool: 'instantly',
    people: ['Grace Holloway', 'Ben Castellano'].map(person),
    names: { azure: ['asktidewell.dev', 'tidewellnotes.dev'], google: [] },
    bundles: 1,
  },
  {
    plan: 'azure',
    option: 'purchase',
    companyName: 'Hollowpine',
    tool: 'other',
    people: ['Nora Bergstrom'].map(person),
    names: {
      azure: ['gethollowpine.com', 'hollowpinehq.com', 'joinhollowpine.com', 'hollowpineteam.com'],
      google: [],
    },
    bundles: 2,
  },
]

/** The order whose first bundle the customer cancels again once it is set up. */
export const cancelledCompany = 'Hollowpine'
/** Someone else has verified this name at Microsoft, so that it stops with an error. */
export const claimedName = 'joinhollowpine.com'
/** The robot uploads only so many mailboxes of this name, and leaves the rest for later. */
export const halfUploaded = { name: 'goferncastle.com', mailboxes: 31 }
