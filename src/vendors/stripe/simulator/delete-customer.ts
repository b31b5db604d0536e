import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import type { DeletedCustomer } from './objects.ts'
import { existing } from './problem.ts'
import { type Route, route } from './route.ts'
import { endSubscription, isLive } from './subscriptions.ts'

/** For good; active subscriptions end with it: https://docs.stripe.com/api/customers/delete */
export function deleteCustomer(account: StripeAccount, id: string): DeletedCustomer {
  const customer = existing(account.customers.get(id), 'customer', id)
  for (const subscription of account.subscriptions.list({ parent: id }))
    if (isLive(subscription)) endSubscription(account, subscription, 'cancellation_requested')
  const left: DeletedCustomer = { id, object: 'customer', deleted: true }
  account.customers.delete(id)
  account.deletedCustomers.put(id, left)
  account.emit('customer.deleted', customer)
  return left
}

export const deleteCustomerRoute = (account: StripeAccount): Route =>
  route({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: z.strictObject({}),
    answer: (_, { id = '' }) => deleteCustomer(account, id),
  })
