import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { codeBody } from '#features/staff/rules/staff.ts'
import { openSession } from '../rules/open-session.ts'
import { beginFactorBody } from '../rules/own-second-factor.ts'
import { ownFactors } from '../rules/passkeys.ts'

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where the caller is signed in',
  access: 'customer',
  response: z.object({ sessions: z.array(openSession) }),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'End one of the caller’s own sessions',
  access: 'customer',
  limit: 'change',
  params: z.object({ id: boundedText(60) }),
  response: done,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/account/sessions/end-others',
  summary: 'End all of the caller’s sessions but this one',
  access: 'customer',
  limit: 'change',
  body: noBody,
  response: z.object({ ended: z.number() }),
})

export const ownSecondFactor = endpoint({
  method: 'GET',
  path: '/api/account/second-factor',
  summary: 'The second factors of the caller, which signing in asks for',
  access: 'customer',
  setsUpFactor: true,
  response: ownFactors,
})

export const beginOwnFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/begin',
  summary: 'A new secret for an authenticator app of the caller, who shows the password',
  access: 'customer',
  setsUpFactor: true,
  asksAgain: true,
  limit: 'password',
  body: beginFactorBody,
  /** `secret` in base 32, `uri` for the QR code. */
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmOwnFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/confirm',
  summary:
    'The first code of the new authenticator, which is asked for from then on; with a first second factor come recovery codes',
  access: 'customer',
  setsUpFactor: true,
  asksAgain: true,
  limit: 'change',
  body: codeBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeOwnFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/remove',
  summary: 'The authenticator app is not asked for any more',
  access: 'customer',
  asksAgain: true,
  limit: 'change',
  body: noBody,
  response: done,
})

export const ownRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  summary: 'New recovery codes, shown once; those before are worth nothing any more',
  access: 'customer',
  asksAgain: true,
  limit: 'change',
  body: noBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const confirmCaller = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  summary: 'Show the second factor again, which opens what does harm for a while',
  access: 'customer',
  limit: 'change',
  body: codeBody,
  response: done,
})

export const factorRule = endpoint({
  method: 'GET',
  path: '/api/account/second-factor/rule',
  summary: 'Whether the account asks everybody for a second factor, and how many have none',
  access: 'customer',
  response: z.object({ isOn: z.boolean(), people: z.number(), without: z.number() }),
})

export const changeFactorRule = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/rule',
  summary: 'Ask everybody who acts for the account for a second factor, or leave it to each; for its owner',
  access: 'customer',
  asksAgain: true,
  limit: 'change',
  body: z.strictObject({ isOn: z.boolean() }),
  response: done,
})
