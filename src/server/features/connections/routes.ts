import * as api from '#shared/api/connections.ts'
import { platformsOf } from '#shared/plans/catalog.ts'
import { isFileTool, type SendingToolId } from '#shared/tools/sending-tools.ts'
import {
  checkToolCredentials,
  normalizeBisonUrl,
  separateSecrets,
  toolCredentialMessages,
} from '#shared/tools/tool-credentials.ts'
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

  /** What the customer's saved connection of a tool holds; nothing where there is none. */
  async function keptBy(
    customerId: string,
    tool: SendingToolId,
    id: string | undefined,
  ): Promise<Partial<Record<string, string>>> {
    const row = id ? await findConnection(db, customerId, id) : undefined
    return row?.kind === tool ? openConnection(secrets, row) : {}
  }

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
      const kept = await keptBy(customer.id, tool, body.basedOn)
      const checked = checkToolCredentials(tool, withDefaults(values, separateSecrets(tool, kept).secrets), {
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
      const saved = body.apiKey ? {} : await keptBy(customer.id, 'bison', body.basedOn)
      if (saved.apiKey && saved.url !== origin)
        throw ruleBroken(bisonLookupMessages.otherHost, { apiKey: bisonLookupMessages.otherHost })
      const apiKey = body.apiKey || saved.apiKey
      if (!apiKey)
        throw ruleBroken(bisonLookupMessages.keyMissing, { apiKey: bisonLookupMessages.keyMissing })
      return atHost(customer.id, async () => ({ data: await vendors.bisonWorkspaces({ origin, apiKey }) }))
    })

    bind(api.instantlyWorkspaces, async ({ customer, body }) => {
      const apiKey = body.token || (await keptBy(customer.id, 'instantly', body.basedOn)).apiKey
      const missing = toolCredentialMessages.instantlyApiKey
      if (!apiKey) throw ruleBroken(missing, { token: missing })
      return vendors.instantlyWorkspaces({ apiKey })
    })
  }
}
