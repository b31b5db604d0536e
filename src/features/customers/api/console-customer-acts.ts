import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { addCustomerBody } from '../rules/customer-acts.ts'
import { customerParams } from './console-customer.ts'

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))
/** The customer's address, where it is wanted. */
const typed = z.optional(boundedText(320))

/** Shown once. */
const oneTimePassword = z.object({ id: z.string(), email: z.string(), password: z.string() })

export const addConsoleCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers',
  summary: 'Give a customer access; the one-time password is shown once',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  body: addCustomerBody,
  response: oneTimePassword,
})

export const resetCustomerPassword = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/members/:userId/password',
  summary: 'A new one-time password, shown once; every session of theirs ends',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params: z.object({ customerId: boundedText(60), userId: boundedText(60) }),
  body: noBody,
  response: oneTimePassword,
})

export const removeCustomerFactor = endpoint({
  method: 'DELETE',
  path: '/api/operator/customers/:customerId/members/:userId/second-factor',
  summary: 'Let the password alone sign in one who has lost authenticator and recovery codes',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params: z.object({ customerId: boundedText(60), userId: boundedText(60) }),
  response: done,
})

export const changeCustomerAccess = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/access',
  summary: 'Open an account, stop its sign-in, or stop its mailboxes as well',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: z.strictObject({
    access: z.enum(['open', 'disabled', 'suspended']),
    /** Billing stops or resumes as well. */
    withBilling: z.boolean(),
    typed,
  }),
  response: done,
})

export const closeConsoleCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/close',
  summary: 'Cancel everything, end billing and sign-in, and erase the personal data later',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: z.strictObject({ typed }),
  response: done,
})

export const reopenConsoleCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/reopen',
  summary: 'Undo the closing before the data is erased; orders stay cancelled',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: noBody,
  response: done,
})

export const eraseConsoleCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/erase',
  summary: 'Remove the personal data of a customer who has nothing live; cannot be undone',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: z.strictObject({ typed }),
  response: done,
})

export const exportConsoleCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/export',
  summary: 'Everything held about a customer as JSON, without passwords and credentials',
  access: 'staff:secrets.reveal',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: noBody,
  response: z.object({ fileName: z.string(), text: z.string() }),
})

export const endCustomerSession = endpoint({
  method: 'DELETE',
  path: '/api/operator/customers/:customerId/sessions/:sessionId',
  summary: 'End one session of a customer’s',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: z.object({ customerId: boundedText(60), sessionId: boundedText(60) }),
  response: done,
})

export const endCustomerSessions = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/sessions/end',
  summary: 'End every session of a customer’s',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: customerParams,
  body: noBody,
  response: done,
})

export const viewAsCustomer = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/view',
  summary: 'Look at the product as a customer sees it for a while, without changing anything',
  access: 'staff:customers.view',
  limit: 'staff',
  params: customerParams,
  body: noBody,
  response: done,
})
