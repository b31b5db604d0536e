import * as api from '#shared/api/search.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { findMailboxes } from './find-mailboxes.ts'

/** Finding what is in an account and not in the list of its orders. */
export const searchRoutes =
  ({ db }: Dependencies): Routes =>
  (bind) => {
    bind(api.findMailboxes, async ({ customer, query }) => ({
      mailboxes: await findMailboxes(db, customer.id, query.text),
    }))
  }
