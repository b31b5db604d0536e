import type { FastifyRequest } from 'fastify'
import { pageCustomerHeader } from '#shared/api/page-customer.ts'
import type { Authenticate } from './binding.ts'
import { otherCustomer, Refusal, unauthenticated } from './refusal.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { SessionLookup } from './session-lookup.ts'

/** A page that says it was loaded for someone else may do nothing to this customer, not even sign them out. */
export function refuseOtherPage({ headers }: Pick<FastifyRequest, 'headers'>, customerId: string): void {
  const pageCustomer = headers[pageCustomerHeader]
  if (pageCustomer !== undefined && pageCustomer !== customerId) throw otherCustomer()
}

/**
 * Who is calling. A page that was loaded for another customer is refused, and a one-time password opens nothing but
 * the calls that replace it.
 */
export const createAuthenticate =
  (cookies: SessionCookies, lookUp: SessionLookup): Authenticate =>
  async (request, record) => {
    const token = cookies.sessionOf(request)
    const customer = token ? await lookUp(token) : undefined
    if (!customer) throw unauthenticated()
    refuseOtherPage(request, customer.id)
    if (customer.mustChangePassword && !record?.path.startsWith('/api/auth/')) {
      throw new Refusal(403, 'password_change_required', 'Please choose a new password first.')
    }
    return customer
  }
