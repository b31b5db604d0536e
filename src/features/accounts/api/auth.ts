import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { codeBody } from '#features/staff/rules/staff.ts'
import { forgotBody, linkState, resetBody, resetLinkBody } from '../rules/forgotten-password.ts'
import { factorKinds } from '../rules/passkeys.ts'
import { changePasswordBody } from '../rules/password.ts'
import { signInBody } from '../rules/sign-in.ts'

/** The signed-in customer as the browser knows them. */
const user = z.object({
  /** What a page sends with its calls, to say whose it is. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Set while a one-time password from the operator has not been replaced. */
  mustChangePassword: z.boolean(),
  /** Set while the account asks everybody for a second factor, and they have none. */
  mustSetUpFactor: z.boolean(),
  /** Until when staff look as this customer; absent for the customer. */
  viewUntil: z.optional(z.string()),
  /** Cents of an order of a plan, where the customer pays something else than everybody. */
  ownPrices: z.optional(z.partialRecord(z.enum(planIds), z.number())),
})
export type User = z.output<typeof user>

const message = z.object({ message: z.string() })
/** Calls that need no input send an empty object; anything in it is ignored. */
const noBody = z.optional(z.nullable(z.object({})))

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with e-mail and password',
  access: 'public',
  replacesSession: true,
  body: signInBody,
  /** Signed in, or, `next`, asked for the second factor. `expiresIn`: seconds until the session has to be refreshed. */
  response: z.object({
    user: z.optional(user),
    message: z.optional(z.string()),
    expiresIn: z.optional(z.number()),
    next: z.optional(z.literal('code')),
    /** The second factors that they have. */
    factors: z.optional(z.array(z.enum(factorKinds))),
  }),
})

export const loginCode = endpoint({
  method: 'POST',
  path: '/api/auth/login/code',
  summary: 'The second factor, once the password was right; signs in',
  access: 'public',
  replacesSession: true,
  body: codeBody,
  response: z.object({
    user,
    message: z.string(),
    expiresIn: z.number(),
    recoveryCodesLeft: z.number(),
  }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: 'public',
  replacesSession: true,
  body: noBody,
  response: message,
})

export const check = endpoint({
  method: 'GET',
  path: '/api/auth/check',
  summary: 'Whether the caller is signed in, and as whom',
  access: 'public',
  response: z.object({ authenticated: z.boolean(), user: z.nullable(user) }),
})

export const profile = endpoint({
  method: 'GET',
  path: '/api/auth/profile',
  summary: 'The signed-in customer',
  access: 'customer',
  viewed: true,
  response: z.object({ user }),
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  summary: 'Exchange the refresh cookie for a new session',
  access: 'public',
  replacesSession: true,
  body: noBody,
  response: z.object({ user, message: z.string(), expiresIn: z.number() }),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Replace the password and end all other sessions',
  access: 'customer',
  limit: 'password',
  replacesSession: true,
  body: changePasswordBody,
  response: message,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Ask for a link by mail to choose another password; answers the same for every address',
  access: 'public',
  body: forgotBody,
  response: message,
})

export const checkForgottenLink = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password/check',
  summary: 'Whether the link of a mail still works; leaves it as it is',
  access: 'public',
  body: resetLinkBody,
  response: linkState,
})

export const chooseForgottenPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password/choose',
  summary: 'Choose another password by the link of a mail; every session ends, and none begins',
  access: 'public',
  body: resetBody,
  response: message,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Always refused: access is given by support',
  access: 'public',
  body: noBody,
  response: message,
})
