import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { heldAmong } from '#delivery/domains/held.ts'
import * as credentials from '#features/tools/api/credentials.ts'
import * as groups from '../api/groups.ts'
import * as mailboxesCsv from '../api/mailboxes-csv.ts'
import { getOrderOverview } from '../api/order-overview.ts'
import * as api from '../api/orders.ts'
import { exportMailboxes } from './export-mailboxes.ts'
import { listChanges } from './list-changes.ts'
import { listOrders } from './list-orders.ts'
import { readGroup } from './read-group.ts'
import { readOverview } from './read-overview.ts'
import { revealCredential } from './reveal-credential.ts'
import { updateGroup } from './update-group.ts'

/** Showing orders, and changing what they are set to. */
export function orderRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.listOrders, async ({ customer, query, request, reply }) => {
      const changes = query.since ? await listChanges(db, customer.id, query.since) : undefined
      if (changes) return changes
      const known = /^W\/"([^"]+)"$/.exec(request.headers['if-none-match'] ?? '')?.[1]
      const { tag, list } = await listOrders(db, customer.id, known, query.only)
      // Kept by the browser and asked about every time; who is signed in decides what it is.
      void reply
        .header('cache-control', 'private, no-cache')
        .header('vary', 'cookie, accept-encoding')
        .header('etag', `W/"${tag}"`)
      if (list === undefined) void reply.code(304).send()
      return list
    })

    bind(getOrderOverview, ({ customer, params }) => readOverview(deps, customer.id, params.orderId))

    bind(groups.getGroup, ({ customer, params }) => readGroup(deps, customer.id, params.groupId))

    bind(groups.updateGroup, async ({ customer, params, body }) => {
      const tried = await updateGroup(deps, customer.id, params.groupId, body)
      const saved = 'Order details saved.'
      return { success: true, message: tried ? `${saved} ${tried}.` : saved }
    })

    bind(credentials.revealCredential, ({ customer, body }) => revealCredential(deps, customer.id, body))

    bind(mailboxesCsv.exportMailboxes, ({ customer, body }) => exportMailboxes(deps, customer, body))

    bind(api.validateDomain, async ({ query }) => {
      const held = await heldAmong(db, [query.domain])
      return { exists: held.size > 0 }
    })
  }
}
