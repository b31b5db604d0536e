import type { domainNames, domains } from '../../db/schema/index.ts'

type Holding = Pick<typeof domains.$inferSelect, 'source' | 'status'>
type Registration = (typeof domainNames.$inferSelect)['registration']

/** Whether a name was bought, paid for and could not be had: the customer may choose another one at no cost. */
export const isPaidFor = ({ source, status }: Holding, registration: Registration | undefined): boolean =>
  source === 'bought' && status === 'error' && registration !== 'registered'
