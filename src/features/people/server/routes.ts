import { and, eq, inArray, isNull } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { bundles, domains } from '#base/db/schema/index.ts'
import type { Routes } from '#base/http/binding.ts'
import { once } from '#base/http/idempotency.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lockPlaces, placeColumns } from '#delivery/domains/lock-places.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { requestedMessage } from '#features/orders/rules/order-actions.ts'
import * as mailboxApi from '../api/mailboxes.ts'
import * as api from '../api/usernames.ts'
import { swapMailboxTexts } from '../rules/swap-mailbox.ts'
import { readUsernameUpdate } from '../rules/username-update.ts'
import { changePeople } from './change-people.ts'
import { listMailboxes } from './list-mailboxes.ts'
import { assertSamePeople } from './present-people.ts'
import { swapMailbox } from './swap-mailbox.ts'

/** The people behind mailboxes. */
export function peopleRoutes(deps: Dependencies): Routes {
  const { db, brand } = deps
  return (bind) => {
    bind(mailboxApi.listMailboxes, ({ customer, query }) => listMailboxes(db, customer.id, query.domain))

    bind(mailboxApi.swapMailbox, async ({ customer, body, request }) => {
      const address = await once(db, customer.id, request, () =>
        swapMailbox(deps, { customerId: customer.id, ...body }),
      )
      return {
        success: true,
        message: fillMessage(swapMailboxTexts.swapped, { a: address, o: body.address }),
        address,
      }
    })

    bind(api.updateUsernames, async ({ customer, body, request }) => {
      const update = readUsernameUpdate(body)
      if (!update.ok) throw ruleBroken(update.problem.message)
      const { people, domains: wanted, basedOn } = update.value
      const domainCount = await once(db, customer.id, request, () =>
        db.transaction(async (tx) => {
          const rows = await tx
            .select({ ...placeColumns, platform: domains.platform })
            .from(domains)
            .innerJoin(bundles, eq(bundles.id, domains.bundleId))
            .where(
              and(
                eq(domains.customerId, customer.id),
                inArray(
                  domains.name,
                  wanted.map(({ domain }) => domain),
                ),
                isRunning,
                eq(bundles.status, 'live'),
              ),
            )
          for (const { domain, platform } of wanted) {
            if (!rows.some((row) => row.name === domain && row.platform === platform))
              throw notFound(`${domain} is not among your active domains.`)
          }
          const ids = [...new Set(rows.map(({ bundleId }) => bundleId))].sort()
          await lockPlaces(tx, rows)
          await assertSamePeople(tx, customer.id, ids, { basedOn, productName: brand.now.productName })
          for (const bundleId of ids) {
            await changePeople(deps, tx, bundleId, people, 'orders')
            await audit(tx, {
              customerId: customer.id,
              actor: 'customer',
              action: 'people.changed',
              subject: bundleId,
              data: { people: people.length },
            })
          }
          await notifyCustomer(tx, customer.id)
          // The people of an order are those of all its domains, whichever of them were named.
          return tx.$count(
            domains,
            and(
              inArray(domains.bundleId, ids),
              isRunning,
              isNull(domains.fallingSince),
              isNull(domains.spentAt),
            ),
          )
        }),
      )
      return {
        success: true,
        message: requestedMessage('usernamesRequested', domainCount),
        domainCount,
      }
    })
  }
}
