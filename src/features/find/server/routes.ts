import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/search.ts'
import { findMailboxes } from './find-mailboxes.ts'

/** Finding what is in an account and not in the list of its orders. */
export const searchRoutes =
  ({ db }: Dependencies): Routes =>
  (bind) => {
    bind(api.findMailboxes, async ({ customer, query }) => ({
      mailboxes: await findMailboxes(db, customer.id, query.text),
    }))
  }
