import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { customerParams } from '#features/customers/api/console-customer.ts'
import { healthMailNames } from '../rules/health-mail.ts'
import { healthModeNames } from '../rules/health-mode.ts'
import { healthOfDomain, healthOverview, healthStrips, stripsQuery } from '../rules/health-view.ts'

export const consoleHealth = endpoint({
  method: 'GET',
  path: '/api/operator/health/overview',
  summary: "How all customers' delivered domains are, by the account that their mailboxes are at",
  access: 'staff:customers.read',
  response: healthOverview,
})

export const consoleStrips = endpoint({
  method: 'GET',
  path: '/api/operator/health/strips',
  summary: 'The last 30 days of some domains, whose ids are given with commas between them',
  access: 'staff:customers.read',
  query: stripsQuery,
  response: healthStrips,
})

const refusedReport = z.object({
  /** The name behind the @ of the sender; empty where it is unknown. */
  sender: z.string(),
  reason: z.string(),
  count: z.number(),
  lastAt: z.string(),
})
export type RefusedReport = z.output<typeof refusedReport>

export const refusedReports = endpoint({
  method: 'GET',
  path: '/api/operator/health/refused-reports',
  summary: 'DMARC report emails that were refused, by sender and reason',
  access: 'staff:customers.read',
  response: z.object({ reports: z.array(refusedReport) }),
})

export const consoleDomainHealth = endpoint({
  method: 'GET',
  path: '/api/operator/health/:domainId',
  summary: 'Everything that was seen of one domain',
  access: 'staff:customers.read',
  params: z.strictObject({ domainId: boundedText(40) }),
  response: healthOfDomain,
})

export const staffHealthMail = endpoint({
  method: 'GET',
  path: '/api/operator/account/health-mail',
  summary: 'Which mails about the health of all domains the caller gets',
  access: 'staff:accounts.manage',
  response: z.object({ mail: z.enum(healthMailNames) }),
})

export const setStaffHealthMail = endpoint({
  method: 'POST',
  path: '/api/operator/account/health-mail',
  summary: 'Choose which mails about the health of all domains come',
  access: 'staff:accounts.manage',
  limit: 'staff',
  body: z.strictObject({ mail: z.enum(healthMailNames) }),
  response: z.object({ message: z.string() }),
})

export const setCustomerHealthMode = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/health-mode',
  summary: 'Set what is done about the health of a customer’s domains',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: customerParams,
  body: z.strictObject({ mode: z.enum(healthModeNames) }),
  response: z.object({ message: z.string() }),
})
