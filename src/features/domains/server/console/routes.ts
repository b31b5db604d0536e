import { asc, inArray } from 'drizzle-orm'
import { mayStaff } from '#base/access.ts'
import { domains, providerAccounts } from '#base/db/schema/index.ts'
import type { Routes } from '#base/http/binding.ts'
import { invalid } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isWordGiven, typeTheNumber } from '#features/names/rules/typed-word.ts'
import { renewalsToAskFor, retryDomains } from '#features/orders/server/retry-domain.ts'
import * as api from '../../api/console-domains.ts'
import { beginMove, refuseUnderWay, stopMove } from './begin-move.ts'
import { listDomains } from './list-domains.ts'
import { moveDomain } from './move-domain.ts'
import { planMove } from './plan-move.ts'
import { readMove } from './read-move.ts'
import { renameDomain } from './rename-domain.ts'
import { showDomain } from './show-domain.ts'

/** As many as a short message can name. */
const renewalsNamed = 5

/** Every customer's domains, as staff see them. */
export function consoleDomainRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.consoleDomains, ({ query }) => listDomains(db, query))

    bind(api.consoleAccounts, async () => ({
      accounts: await db
        .select({ id: providerAccounts.id, label: providerAccounts.label })
        .from(providerAccounts)
        .orderBy(asc(providerAccounts.label)),
    }))

    bind(api.consoleDomainPage, ({ params, staff }) =>
      showDomain(deps, params.domainId, { seesMoney: mayStaff(staff.role, 'money.read') }),
    )

    bind(api.moveConsoleDomain, async ({ params, body, staff }) => {
      await refuseUnderWay(db, [params.domainId])
      const place = { domainId: params.domainId, accountId: body.account, userId: staff.id }
      return { message: `Placed at ${await moveDomain(deps, place)}.` }
    })

    bind(api.planDomainMove, ({ body }) => planMove(db, [...new Set(body.ids)], body.account))

    bind(api.moveConsoleDomains, async ({ body: { ids, account, word }, staff }) => {
      const all = [...new Set(ids)]
      if (!isWordGiven(all.length, word)) throw invalid(typeTheNumber(all.length))
      return { moveId: await beginMove(deps, { ids: all, accountId: account, userId: staff.id }) }
    })

    bind(api.readDomainMove, ({ params }) => readMove(db, params.moveId))

    bind(api.stopDomainMove, async ({ params }) => {
      const isStopped = await stopMove(deps, params.moveId)
      return {
        message: isStopped
          ? 'Stopped. What was moved stays there.'
          : 'It was over already: nothing was left to stop.',
      }
    })

    bind(api.renameConsoleDomain, ({ params, body }) => renameDomain(deps, params.domainId, body))

    bind(api.retryConsoleDomains, async ({ body: { ids, looksAnew, renewsAgain = false, word } }) => {
      const all = [...new Set(ids)]
      if (!isWordGiven(all.length, word)) throw invalid(typeTheNumber(all.length))
      const which = inArray(domains.id, all)
      // Each has to be looked at first: no press for many says that somebody has.
      const asks = renewsAgain && all.length === 1 && !looksAnew
      const left = looksAnew || asks ? [] : await renewalsToAskFor(db, which)
      const done = await retryDomains(deps, which, { looksAnew, renewsAgain: asks })
      return {
        done: done.length,
        skipped: all.length - done.length,
        renewalsLeft: { count: left.length, first: left.slice(0, renewalsNamed) },
      }
    })
  }
}
