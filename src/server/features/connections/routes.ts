import * as api from '#shared/api/connections.ts'
import { platformsOf } from '#shared/catalog.ts'
import { checkToolCredentials, normalizeBisonUrl, separateSecrets } from '#shared/tool-credentials.ts'
import { bisonLookupMessages } from '#shared/workspace-lookup.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { rateLimited, ruleBroken } from '../../http/refusal.ts'
import {
  findConnection,
  insertConnection,
  openConnection,
  presentConnection,
  recentConnections,
} from './connections.ts'

/** The values, and where one is empty the kept one. */
const withDefaults = (values: Partial<Record<string, string>>, kept: Record<string, string>) => ({
  ...values,
  ...Object.fromEntries(Object.entries(kept).filter(([name]) => !values[name])),
})

const lookUpRate = { perSecond: 1 / 3, burst: 20 }

/** Credentials of sending tools, and the look-ups that help to enter them. */
export function connectionRoutes({ db, secrets, limits, vendors }: Dependencies): Routes {
  async function countLookUp(customerId: string): Promise<void> {
    const place = await limits.allow({ key: `look-up:${customerId}`, rate: lookUpRate })
    if (!place.ok) throw rateLimited('Too many look-ups. Please wait a moment.', place.retryAfterMs)
  }

  return (bind) => {
    bind(api.listConnections, async ({ customer }) => {
      const rows = await recentConnections(db, customer.id)
      return {
        connections: rows
          .filter(({ kind }) => kind !== 'other')
          .map((row) => presentConnection(secrets, row)),
      }
    })

    bind(api.saveConnection, async ({ customer, body }) => {
      const { tool, values } = body.credentials
      const base = body.basedOn ? await findConnection(db, customer.id, body.basedOn) : undefined
      const kept = base?.kind === tool ? separateSecrets(tool, openConnection(secrets, base)).secrets : {}
      const checked = checkToolCredentials(tool, withDefaults(values, kept), {
        context: 'order',
        platforms: platformsOf(body.plan),
      })
      if (!checked.ok) throw ruleBroken(checked.problem.message)
      const row = await insertConnection(db, secrets, customer.id, tool, checked.value)
      return { connection: presentConnection(secrets, row) }
    })

    bind(api.bisonWorkspaces, async ({ customer, body }) => {
      await countLookUp(customer.id)
      const origin = normalizeBisonUrl(body.url)
      if (!origin) throw ruleBroken(bisonLookupMessages.urlInvalid, { url: bisonLookupMessages.urlInvalid })
      return { data: await vendors.bisonWorkspaces({ origin, apiKey: body.apiKey }) }
    })

    bind(api.instantlyWorkspaces, async ({ customer, body }) => {
      await countLookUp(customer.id)
      return vendors.instantlyWorkspaces({ apiKey: body.token })
    })
  }
}
