import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { beginFactorBody } from '../rules/own-second-factor.ts'
import {
  addPasskeyBody,
  passkeyNameBody,
  passkeyToMake,
  passkeyToShow,
  showPasskeyBody,
} from '../rules/passkeys.ts'
import { loginCode } from './auth.ts'

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))
const params = z.object({ id: boundedText(60) })
/** Empty where there are codes already. */
const codes = z.object({ recoveryCodes: z.array(z.string()) })

export const beginOwnPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/begin',
  summary: 'What a device is asked for to make a passkey of the caller, who shows the password',
  access: 'customer',
  setsUpFactor: true,
  asksAgain: true,
  limit: 'password',
  body: beginFactorBody,
  response: passkeyToMake,
})

export const addOwnPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'The new passkey, which is asked for from then on; with a first second factor come recovery codes',
  access: 'customer',
  setsUpFactor: true,
  asksAgain: true,
  limit: 'change',
  body: addPasskeyBody,
  response: codes,
})

export const renameOwnPasskey = endpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  summary: 'Another name for a passkey',
  access: 'customer',
  limit: 'change',
  params,
  body: passkeyNameBody,
  response: done,
})

export const removeOwnPasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  summary: 'A passkey that is not asked for any more',
  access: 'customer',
  asksAgain: true,
  limit: 'change',
  params,
  response: done,
})

export const beginConfirmPasskey = endpoint({
  method: 'POST',
  path: '/api/account/confirm/passkey/begin',
  summary: 'What a passkey is to sign to show the second factor again',
  access: 'customer',
  limit: 'change',
  body: noBody,
  response: passkeyToShow,
})

export const confirmByPasskey = endpoint({
  method: 'POST',
  path: '/api/account/confirm/passkey',
  summary: 'Show the second factor again by a passkey',
  access: 'customer',
  limit: 'change',
  body: showPasskeyBody,
  response: done,
})

export const beginLoginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey/begin',
  summary: 'What a passkey is to sign, once the password was right',
  access: 'public',
  body: noBody,
  response: passkeyToShow,
})

export const loginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey',
  summary: 'A passkey as second factor, once the password was right; signs in',
  access: 'public',
  replacesSession: true,
  body: showPasskeyBody,
  response: loginCode.response,
})
