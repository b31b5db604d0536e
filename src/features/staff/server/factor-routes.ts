import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '#features/accounts/server/passkeys/own-passkeys.ts'
import { passkeyToSign } from '#features/accounts/server/passkeys/take-passkey.ts'
import {
  addAuthenticator,
  confirmCaller,
  readFactors,
  removeAuthenticator,
  renewCodes,
} from '#features/accounts/server/second-factor/own-second-factor.ts'
import { beginSecondFactor } from '#features/accounts/server/second-factor/second-factor.ts'
import { staffConfirm, staffRecoveryCodes } from '../api/staff.ts'
import * as api from '../api/staff-factors.ts'
import { staffFactors } from './factor-side.ts'

/** The second factors of whoever is at the console. */
export function staffFactorRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.staffFactors, ({ staff }) => readFactors(db, staff.id))

    bind(staffConfirm, async ({ staff, body, request }) => {
      await confirmCaller(deps, staffFactors(staff), body, request.ip)
      return { message: 'Confirmed' }
    })

    bind(api.beginStaffConfirmPasskey, ({ staff: { id, sessionId }, request }) =>
      passkeyToSign(deps, { userId: id, boundTo: sessionId, purpose: 'confirm' }, request.ip),
    )

    bind(api.staffConfirmByPasskey, async ({ staff, body, request }) => {
      await confirmCaller(deps, staffFactors(staff), body, request.ip)
      return { message: 'Confirmed' }
    })

    bind(staffRecoveryCodes, async ({ staff }) => ({
      recoveryCodes: await renewCodes(deps, staffFactors(staff)),
    }))

    bind(api.beginStaffAuthenticator, ({ staff }) =>
      beginSecondFactor(deps, staff, deps.brand.now.productName),
    )

    bind(api.addStaffAuthenticator, async ({ staff, body, request }) => ({
      recoveryCodes: await addAuthenticator(deps, staffFactors(staff), body.code, request.ip),
    }))

    bind(api.removeStaffAuthenticator, async ({ staff }) => {
      await removeAuthenticator(deps, staffFactors(staff))
      return { message: 'Authenticator app removed' }
    })

    bind(api.beginStaffPasskey, ({ staff }) => beginPasskey(deps, staffFactors(staff)))

    bind(api.addStaffPasskey, async ({ staff, body }) => ({
      recoveryCodes: await addPasskey(deps, staffFactors(staff), body),
    }))

    bind(api.renameStaffPasskey, async ({ staff, params, body }) => {
      await renamePasskey(deps, staffFactors(staff), params.id, body.name)
      return { message: 'Passkey renamed' }
    })

    bind(api.removeStaffPasskey, async ({ staff, params }) => {
      await removePasskey(deps, staffFactors(staff), params.id)
      return { message: 'Passkey removed' }
    })
  }
}
