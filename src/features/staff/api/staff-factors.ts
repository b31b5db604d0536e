import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import {
  addPasskeyBody,
  ownFactors,
  passkeyNameBody,
  passkeyToMake,
  passkeyToShow,
  showPasskeyBody,
} from '#features/accounts/rules/passkeys.ts'
import { codeBody } from '../rules/staff.ts'
import { staffCode, staffEnrolled } from './staff.ts'

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))
const params = z.object({ id: boundedText(60) })
/** Empty where there are codes already. */
const codes = z.object({ recoveryCodes: z.array(z.string()) })

export const staffFactors = endpoint({
  method: 'GET',
  path: '/api/operator/second-factor',
  summary: 'Staff: their second factors',
  access: 'staff',
  response: ownFactors,
})

export const beginStaffAuthenticator = endpoint({
  method: 'POST',
  path: '/api/operator/authenticator/begin',
  summary: 'Staff: a new secret for an authenticator app, beside a passkey',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  body: noBody,
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const addStaffAuthenticator = endpoint({
  method: 'POST',
  path: '/api/operator/authenticator',
  summary: 'Staff: the first code of the new authenticator app, which is in use from then on',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  body: codeBody,
  response: codes,
})

export const removeStaffAuthenticator = endpoint({
  method: 'DELETE',
  path: '/api/operator/authenticator',
  summary: 'Staff: an authenticator app that is not asked for any more, while a passkey stays',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  response: done,
})

export const beginStaffPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/passkeys/begin',
  summary: 'Staff: what a device is asked for to make a passkey',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  body: noBody,
  response: passkeyToMake,
})

export const addStaffPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/passkeys',
  summary: 'Staff: the new passkey',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  body: addPasskeyBody,
  response: codes,
})

export const renameStaffPasskey = endpoint({
  method: 'PATCH',
  path: '/api/operator/passkeys/:id',
  summary: 'Staff: another name for a passkey of theirs',
  access: 'staff',
  limit: 'staff',
  params,
  body: passkeyNameBody,
  response: done,
})

export const removeStaffPasskey = endpoint({
  method: 'DELETE',
  path: '/api/operator/passkeys/:id',
  summary: 'Staff: a passkey that is not asked for any more, while another second factor stays',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  params,
  response: done,
})

export const beginStaffConfirmPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/confirm/passkey/begin',
  summary: 'Staff: what a passkey is to sign to show the second factor again',
  access: 'staff',
  limit: 'staff',
  body: noBody,
  response: passkeyToShow,
})

export const staffConfirmByPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/confirm/passkey',
  summary: 'Staff: show the second factor again by a passkey',
  access: 'staff',
  limit: 'staff',
  body: showPasskeyBody,
  response: done,
})

export const beginStaffSignInPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/passkey/begin',
  summary: 'Staff: what a passkey is to sign, once the password was right',
  access: 'public',
  body: noBody,
  response: passkeyToShow,
})

export const staffSignInPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/passkey',
  summary: 'Staff: a passkey as second factor, once the password was right; signs in',
  access: 'public',
  body: showPasskeyBody,
  response: staffCode.response,
})

export const beginStaffEnrollPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/enroll/passkey/begin',
  summary:
    'Staff: what a device is asked for to make a passkey the first second factor, once the password was right',
  access: 'public',
  body: noBody,
  response: passkeyToMake,
})

export const staffEnrolledPasskey = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/enrolled/passkey',
  summary: 'Staff: the first passkey, which signs in; recovery codes are shown once',
  access: 'public',
  body: addPasskeyBody,
  response: staffEnrolled.response,
})
