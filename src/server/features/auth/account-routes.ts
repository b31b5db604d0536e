import { sessionMessages } from '#shared/accounts/open-session.ts'
import * as api from '#shared/api/account.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { endOneSession, endOtherSessions, listOwnSessions } from './own-sessions.ts'

/** What a customer does about their own way in. */
export function accountRoutes({ db }: Dependencies): Routes {
  return (bind) => {
    bind(api.ownSessions, async ({ customer }) => ({ sessions: await listOwnSessions(db, customer) }))

    bind(api.endOwnSession, async ({ customer, params }) => {
      await endOneSession(db, customer, params.id)
      return { message: sessionMessages.ended }
    })

    bind(api.endOtherSessions, async ({ customer }) => ({ ended: await endOtherSessions(db, customer) }))
  }
}
