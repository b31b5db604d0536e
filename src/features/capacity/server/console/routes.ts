import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/console-capacity.ts'
import { setAccountCapacity } from '../hosts/account-capacity.ts'
import { reopenProviderAccount } from '../hosts/account-state.ts'
import { askProviderAccount } from '../hosts/ask-account.ts'
import { addAndTry, drain, nameOf, remove, renewAndTry } from './account-acts.ts'
import { readCapacity } from './read-capacity.ts'
import { showAccount } from './show-account.ts'

/** Where mailboxes stand: tenants and Google accounts, what fits in, and what can be done about it. */
export function capacityRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.consoleCapacity, async () => ({ accounts: await readCapacity(db) }))
    bind(api.consoleAccountPage, ({ params }) => showAccount(deps, params.accountId))
    bind(api.addConsoleAccount, ({ body }) => addAndTry(deps, body))
    bind(api.renewConsoleAccount, ({ params, body }) => renewAndTry(deps, params.accountId, body))
    bind(api.drainConsoleAccount, async ({ params }) => ({ message: await drain(deps, params.accountId) }))

    bind(api.openConsoleAccount, async ({ params }) => {
      const account = await nameOf(db, params.accountId)
      const probe = await reopenProviderAccount(deps, account)
      const message = probe.ok
        ? `${account.label} takes new domains again.`
        : `It does not work yet, and is closed: ${probe.reason}`
      return { works: probe.ok, message }
    })

    bind(api.probeConsoleAccount, async ({ params }) => {
      const account = await nameOf(db, params.accountId)
      const probe = await askProviderAccount(deps, account)
      const message = probe.ok ? `${account.label} works.` : `${account.label} does not work: ${probe.reason}`
      return { works: probe.ok, message }
    })

    bind(api.limitConsoleAccount, async ({ params, body }) => {
      const account = await nameOf(db, params.accountId)
      await setAccountCapacity(deps, { ...account, capacity: body.limits })
      return { message: `${account.label} has its new limits.` }
    })

    bind(api.removeConsoleAccount, async ({ params, body }) => ({
      message: await remove(deps, params.accountId, body.leaves),
    }))
  }
}
