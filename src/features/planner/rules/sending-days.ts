import { billingPeriodDays } from '#features/plans/rules/catalog.ts'

/** On which days campaigns send. */
export const sendingDaysNames = ['every', 'weekdays'] as const
export type SendingDays = (typeof sendingDaysNames)[number]

/** Days of 30 on which is sent. Of any 30 days in a row 20 to 22 are weekdays, 21.4 on average. */
export const sendingDaysOf: Record<SendingDays, number> = { every: billingPeriodDays, weekdays: 21 }
