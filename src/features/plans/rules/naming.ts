import { type PlanId, plans } from './catalog.ts'

/** What an owner calls plans; those that are not named are called as the catalog does. */
export type PlanNames = Readonly<Partial<Record<PlanId, string>>>

/** What an installation calls itself and what it sells. */
export interface Naming {
  productName: string
  planNames: PlanNames
}

/** What a plan is called on cards and in sentences: "Entra". */
export const planName = (plan: PlanId, names: PlanNames): string => names[plan] ?? plans[plan].name

/** The same behind the name of the product, as orders and invoices call it: "Inboxyard Azure". */
export const planLabel = (plan: PlanId, { productName, planNames }: Naming): string =>
  `${productName} ${planNames[plan] ?? plans[plan].labelSuffix}`
