import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { dnsAccounts } from '#base/db/schema/index.ts'
import type { Routes } from '#base/http/binding.ts'
import { notFound } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/console-dns-accounts.ts'
import { addDnsAccount } from '../registrars/add-dns-account.ts'
import {
  askDnsAccount,
  removeDnsAccount,
  renameDnsAccount,
  renewDnsAccount,
  setDnsAccountState,
} from '../registrars/change-dns-account.ts'
import { listDnsAccounts } from '../registrars/list-dns-accounts.ts'

/** Where names are registered and zones hosted: the accounts at the registrar. */
export function dnsAccountRoutes(deps: Dependencies): Routes {
  const { db, config } = deps
  return (bind) => {
    bind(api.consoleDnsAccounts, async () => ({
      accounts: (await listDnsAccounts(db, config.limitsScale)).map(({ since: _, probe, ...account }) => ({
        ...account,
        probe: probe && { at: probe.at.toISOString(), problem: probe.problem },
      })),
    }))

    bind(api.addConsoleDnsAccount, async ({ body }) => {
      await addDnsAccount(deps, body)
      return { message: `${body.label} is added. It works, and takes new domains.` }
    })

    bind(api.renewConsoleDnsAccount, async ({ params, body }) => {
      const label = await labelOf(db, params.accountId)
      await renewDnsAccount(deps, { label, credentials: body.credentials })
      return { message: `${label} has its new token, which works.` }
    })

    bind(api.renameConsoleDnsAccount, async ({ params, body: { label: to } }) => {
      const label = await labelOf(db, params.accountId)
      await renameDnsAccount(deps, { label, to })
      return { message: `${label} is called ${to} now.` }
    })

    bind(api.drainConsoleDnsAccount, async ({ params }) => {
      const label = await labelOf(db, params.accountId)
      const stay = await setDnsAccountState(deps, { label, state: 'draining' })
      return { message: `${label} takes nothing new. ${countOf(stay, 'domain')} there, and there they stay.` }
    })

    bind(api.openConsoleDnsAccount, async ({ params }) => {
      const label = await labelOf(db, params.accountId)
      await setDnsAccountState(deps, { label, state: 'open' })
      return { message: `${label} takes new domains again.` }
    })

    bind(api.probeConsoleDnsAccount, async ({ params }) => {
      const label = await labelOf(db, params.accountId)
      const probe = await askDnsAccount(deps, label)
      return {
        works: probe.ok,
        message: probe.ok ? `${label} works.` : `${label} does not work: ${probe.reason}`,
      }
    })

    bind(api.removeConsoleDnsAccount, async ({ params }) => {
      const label = await labelOf(db, params.accountId)
      await removeDnsAccount(deps, label)
      return { message: `${label} is removed.` }
    })
  }
}

/** As commands name it. Throws a `Refusal` when there is none. */
async function labelOf(db: Db, id: string): Promise<string> {
  const [account] = await db
    .select({ label: dnsAccounts.label })
    .from(dnsAccounts)
    .where(eq(dnsAccounts.id, id))
  if (!account) throw notFound('There is no such account at the registrar.')
  return account.label
}
