import type { FastifyRequest } from 'fastify'
import { pageCustomerHeader } from '#features/accounts/api/page-customer.ts'
import { secondFactorTexts } from '#features/accounts/rules/own-second-factor.ts'
import { viewOnlyText } from '#features/customers/rules/customer-views.ts'
import type { Authenticate } from './binding.ts'
import type { FindViewer } from './customer-view.ts'
import { confirmRequired, otherCustomer, Refusal, unauthenticated } from './refusal.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { SessionLookup, SignedIn } from './session-lookup.ts'

/** A page that says it was loaded for someone else may do nothing to this customer, not even sign them out. */
export function refuseOtherPage({ headers }: Pick<FastifyRequest, 'headers'>, customerId: string): void {
  const pageCustomer = headers[pageCustomerHeader]
  if (pageCustomer !== undefined && pageCustomer !== customerId) throw otherCustomer()
}

/** Who is calling, if anybody: staff who look as a customer before the customer of the same browser. */
export type FindCaller = (request: FastifyRequest) => Promise<SignedIn | undefined>

export const createFindCaller =
  (cookies: SessionCookies, lookUp: SessionLookup, findViewer: FindViewer): FindCaller =>
  async (request) => {
    const viewer = await findViewer(request)
    if (viewer) return viewer
    const token = cookies.sessionOf(request)
    return token ? lookUp(token) : undefined
  }

/**
 * Who is calling. A page that was loaded for another customer is refused, and a one-time password opens nothing but
 * the calls that replace it. Staff who look as a customer may call what only shows.
 */
export const createAuthenticate =
  (findCaller: FindCaller): Authenticate =>
  async (request, record) => {
    const customer = await findCaller(request)
    if (!customer) throw unauthenticated()
    refuseOtherPage(request, customer.id)
    if (customer.viewUntil && !record?.viewed)
      throw new Refusal(403, 'view_only', viewOnlyText(customer.name))
    if (customer.mustChangePassword && !record?.path.startsWith('/api/auth/')) {
      throw new Refusal(403, 'password_change_required', 'Please choose a new password first.')
    }
    // The account's own rule, at every call: what was opened before it was switched on is held to it as well.
    if (customer.mustSetUpFactor && !record?.setsUpFactor && !record?.path.startsWith('/api/auth/'))
      throw new Refusal(403, 'second_factor_required', secondFactorTexts.wanted)
    if (record?.asksAgain && customer.mustConfirm) throw confirmRequired()
    return customer
  }
