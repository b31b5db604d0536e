import type { PersonName } from '#features/people/rules/person-name.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'

/** A person of the file, with the addresses (before the @) that are said to be theirs. */
export interface ImportPerson extends PersonName {
  localParts: string[]
}

/** What a line of the file says of one domain, in normal form. */
export interface ImportRow {
  line: number
  email: string
  /** Of the company, for the customer and the order; the address where the file does not say it. */
  customer: string
  domain: string
  plan: PlanId
  /** The operator's own number or name of the order: lines with the same one are one order. */
  order: string
  /** `2026-03-31` */
  started: string
  subscription: string | null
  people: ImportPerson[]
  forwarding: string
  tool: SendingToolId
}

/** What is wrong with a line; 1 is the line of the columns' names. */
export interface ImportProblem {
  line: number
  message: string
}

/** The columns, in the order of the example; those without `required` may be left out or empty. */
export const importColumns = {
  email: { required: true, about: 'the customer’s e-mail address' },
  customer: { required: false, about: 'the customer’s company; without it the address' },
  domain: { required: true, about: 'the domain that sends' },
  plan: { required: true, about: 'azure, google or premium' },
  order: { required: true, about: 'your number or name of the order: lines with the same one are one order' },
  started: { required: true, about: 'since when it runs, as 2026-03-31' },
  subscription: {
    required: false,
    about: 'its subscription at Stripe, as sub_…; without it nothing is billed',
  },
  people: {
    required: true,
    about:
      'first and last names, parted by semicolons; addresses may follow in brackets: Ada Byron (ada a.byron)',
  },
  forwarding: { required: true, about: 'where visitors of the domain are sent' },
  tool: { required: false, about: 'instantly, smartlead, bison or other; without it other' },
} as const satisfies Record<string, { required: boolean; about: string }>
export type ImportColumn = keyof typeof importColumns

/** A column that we add to what we hand back, and pass over when it comes again. */
export const problemColumn = 'problem'

export const importRowsMax = 5_000
export const importFileMaxLength = 2_000_000
/** Of one cell; the people of an order take the most. */
export const importCellMaxLength = 2_000
/** So many of the wrong lines are told. */
export const importProblemsMax = 100
