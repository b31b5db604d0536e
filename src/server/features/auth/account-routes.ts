import { sessionMessages } from '#shared/accounts/open-session.ts'
import * as api from '#shared/api/account.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { endOneSession, endOtherSessions, listOwnSessions } from './own-sessions.ts'
import {
  beginOwnFactor,
  confirmCaller,
  confirmOwnFactor,
  readSecondFactor,
  removeOwnFactor,
  renewOwnCodes,
} from './second-factor/own-second-factor.ts'

/** What a customer does about their own way in. */
export function accountRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.ownSessions, async ({ customer }) => ({ sessions: await listOwnSessions(db, customer) }))

    bind(api.endOwnSession, async ({ customer, params }) => {
      await endOneSession(db, customer, params.id)
      return { message: sessionMessages.ended }
    })

    bind(api.endOtherSessions, async ({ customer }) => ({ ended: await endOtherSessions(db, customer) }))

    bind(api.ownSecondFactor, async ({ customer }) => readSecondFactor(db, customer))

    bind(api.beginOwnFactor, async ({ customer, body }) => beginOwnFactor(deps, customer, body.password))

    bind(api.confirmOwnFactor, async ({ customer, body, request }) => ({
      recoveryCodes: await confirmOwnFactor(deps, customer, body.code, request.ip),
    }))

    bind(api.removeOwnFactor, async ({ customer }) => {
      await removeOwnFactor(deps, customer)
      return { message: 'Second factor removed' }
    })

    bind(api.ownRecoveryCodes, async ({ customer }) => ({
      recoveryCodes: await renewOwnCodes(deps, customer),
    }))

    bind(api.confirmCaller, async ({ customer, body, request }) => {
      await confirmCaller(deps, customer, body.code, request.ip)
      return { message: 'Confirmed' }
    })
  }
}
