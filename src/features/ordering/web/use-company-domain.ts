import { useUser } from '#ui/frame/use-user.ts'
import { domainOfCompany } from '../rules/company-name.ts'
import type { OrderDraft } from '../rules/order-draft.ts'

/** Mail addresses of these say nothing about whose company someone is with. */
const mailProviders: ReadonlySet<string> = new Set([
  'aol',
  'fastmail',
  'gmail',
  'gmx',
  'googlemail',
  'hotmail',
  'icloud',
  'live',
  'mail',
  'msn',
  'outlook',
  'proton',
  'protonmail',
  'yahoo',
  'zoho',
])

/**
 * The name that the draft's company would look for first; that of the customer's own company, by their mail address,
 * while the draft names none.
 */
export function useCompanyDomain({ companyName }: OrderDraft, tlds: readonly string[]): string | undefined {
  const { email } = useUser()
  const [label = ''] = email.slice(email.lastIndexOf('@') + 1).split('.')
  const own = mailProviders.has(label) ? '' : label
  return domainOfCompany(companyName, tlds) ?? domainOfCompany(own, tlds)
}
