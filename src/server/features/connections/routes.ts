import * as api from '#shared/api/connections.ts'
import { platformsOf } from '#shared/plans/catalog.ts'
import { isFileTool } from '#shared/tools/sending-tools.ts'
import { checkToolCredentials, normalizeBisonUrl, separateSecrets } from '#shared/tools/tool-credentials.ts'
import { bisonLookupMessages } from '#shared/tools/workspace-lookup.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createAtOnce } from '../../http/at-once.ts'
import type { Routes } from '../../http/binding.ts'
import { ruleBroken } from '../../http/refusal.ts'
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

/** Look-ups at hosts that a customer names, and that may never answer. */
const hostsAtOnce = 3

/** Credentials of sending tools, and the look-ups that help to enter them. */
export function connectionRoutes({ db, secrets, vendors }: Dependencies): Routes {
  const atHost = createAtOnce(hostsAtOnce, 'Other look-ups of yours are still waiting for their answers.')

  return (bind) => {
    bind(api.listConnections, async ({ customer }) => {
      const rows = await recentConnections(db, customer.id)
      return {
        connections: rows
          .filter(({ kind }) => !isFileTool(kind))
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
      const origin = normalizeBisonUrl(body.url)
      if (!origin) throw ruleBroken(bisonLookupMessages.urlInvalid, { url: bisonLookupMessages.urlInvalid })
      return atHost(customer.id, async () => ({
        data: await vendors.bisonWorkspaces({ origin, apiKey: body.apiKey }),
      }))
    })

    bind(api.instantlyWorkspaces, ({ body }) => vendors.instantlyWorkspaces({ apiKey: body.token }))
  }
}
