import type * as z from 'zod/mini'
import type { Routes } from '#base/http/binding.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { platformsOf } from '#features/plans/rules/catalog.ts'
import * as api from '../api/connections.ts'
import { isFileTool, type SendingToolId } from '../rules/sending-tools.ts'
import {
  checkToolCredentials,
  normalizeBisonUrl,
  normalizeToolValues,
  separateSecrets,
  toolCredentialMessages,
} from '../rules/tool-credentials.ts'
import { bisonLookupMessages } from '../rules/workspace-lookup.ts'
import {
  findConnection,
  openConnection,
  presentConnection,
  recentConnections,
  removeConnection,
} from './connections.ts'
import { keepConnection } from './keep-connection.ts'
import { atHost, keepsIfTheyWork, refuseOtherHost, tryCredentials } from './try-credentials.ts'

/** The values, and where one is empty the kept one. */
const withDefaults = (values: Partial<Record<string, string>>, kept: Record<string, string>) => ({
  ...values,
  ...Object.fromEntries(Object.entries(kept).filter(([name]) => !values[name])),
})

type Entered = Pick<z.output<NonNullable<typeof api.tryConnection.body>>, 'credentials' | 'basedOn'>

/** Credentials of sending tools, and the look-ups that help to enter them. */
export function connectionRoutes(deps: Dependencies): Routes {
  const { db, secrets, vendors } = deps

  /** What the customer's saved connection of a tool holds; nothing where there is none. */
  async function keptBy(
    customerId: string,
    tool: SendingToolId,
    id: string | undefined,
  ): Promise<Partial<Record<string, string>>> {
    const row = id ? await findConnection(db, customerId, id) : undefined
    return row?.kind === tool ? openConnection(secrets, row) : {}
  }

  /** What was typed, and for a secret that was left empty the one of the saved credentials it is based on. */
  async function entered(customerId: string, { credentials, basedOn }: Entered) {
    const { tool, values } = credentials
    const kept = await keptBy(customerId, tool, basedOn)
    refuseOtherHost(tool, values, kept)
    return { values: withDefaults(values, separateSecrets(tool, kept).secrets), kept }
  }

  return (bind) => {
    bind(api.listConnections, async ({ customer }) => ({
      connections: await recentConnections(db, secrets, customer.id),
    }))

    bind(api.saveConnection, async ({ customer, body }) => {
      const { tool } = body.credentials
      const { values, kept } = await entered(customer.id, body)
      const checked = checkToolCredentials(tool, values, {
        context: 'order',
        platforms: platformsOf(body.plan),
      })
      if (!checked.ok) throw ruleBroken(checked.problem.message)
      const { evenUntried } = body
      const tried = await keepsIfTheyWork(deps, customer.id, tool, checked.value, { evenUntried, kept })
      const row = await db.transaction((tx) => keepConnection(tx, deps, customer.id, tool, tried))
      return { connection: presentConnection(secrets, row), tried: tried.message ?? null }
    })

    bind(api.tryConnection, async ({ customer, body }) => {
      const { tool } = body.credentials
      if (isFileTool(tool)) throw ruleBroken('This tool has no credentials that could be tried.')
      const { values, kept } = await entered(customer.id, body)
      return tryCredentials(deps, customer.id, tool, normalizeToolValues(tool, values), { kept })
    })

    bind(api.removeConnection, async ({ customer, body }) => {
      await removeConnection(db, customer.id, body.connectionId)
      return { success: true, message: 'The saved credentials are removed.' }
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
