import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '../rules/sending-tools.ts'
import { toolCredentials } from '../rules/tool-credentials.ts'
import { toolTrial } from '../rules/tool-trial.ts'

/** Credentials of a sending tool that the server holds, as they may be shown: secrets masked. */
const toolConnection = z.object({
  id: z.string(),
  tool: z.enum(sendingToolIds),
  shown: z.record(z.string(), z.string()),
})

/** The same among others, to be told apart and chosen from. */
const savedConnection = z.extend(toolConnection, {
  /** Whether the tool took them when they were last tried or used. */
  state: z.enum(['unchecked', 'working', 'refused']),
  savedAt: z.string(),
  /** When an order was placed with them last. */
  lastUsedAt: z.nullable(z.string()),
  /** An order needs them: they cannot be removed. */
  isInUse: z.boolean(),
})
export type SavedConnection = z.output<typeof savedConnection>

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/connections',
  summary: 'Saved credentials of sending tools, newest first, secrets masked',
  access: 'customer',
  viewed: true,
  response: z.object({ connections: z.array(savedConnection) }),
})

export const saveConnection = endpoint({
  method: 'POST',
  path: '/api/connections',
  summary: 'Try credentials of a sending tool and keep them, sealed, for an order of a plan',
  access: 'customer',
  limit: 'connection',
  body: z.strictObject({
    plan: z.enum(planIds),
    credentials: toolCredentials,
    /** A saved connection of the same tool, whose secrets stand for those that are left empty. */
    basedOn: z.optional(boundedText(64)),
    /** Keep them even when the tool is away and they cannot be tried. */
    evenUntried: z.optional(z.boolean()),
  }),
  response: z.object({
    connection: toolConnection,
    /** "Key works, workspace Main"; null where they could not be tried. */
    tried: z.nullable(z.string()),
  }),
})

export const tryConnection = endpoint({
  method: 'POST',
  path: '/api/connections/try',
  summary: 'Whether a sending tool takes these credentials; nothing is kept',
  access: 'customer',
  limit: 'lookUp',
  body: z.strictObject({
    credentials: toolCredentials,
    /** As above. */
    basedOn: z.optional(boundedText(64)),
  }),
  response: toolTrial,
})

export const removeConnection = endpoint({
  method: 'POST',
  path: '/api/connections/remove',
  summary: 'Forget saved credentials that no order needs',
  access: 'customer',
  limit: 'change',
  body: z.strictObject({ connectionId: boundedText(64) }),
  response: z.object({ success: z.boolean(), message: z.string() }),
})

const workspace = z.object({ id: z.string(), name: z.string() })

/** Saved credentials of the same tool, whose key stands for one that is left empty. */
const savedKey = z.optional(boundedText(64))

/** For browsers that are refused by the customer's own host. */
export const bisonWorkspaces = endpoint({
  method: 'POST',
  path: '/api/bison/workspaces',
  summary: 'Workspaces that an Email Bison key reaches',
  access: 'customer',
  limit: 'lookUp',
  body: z.strictObject({ url: boundedText(300), apiKey: boundedText(500), basedOn: savedKey }),
  response: z.object({ data: z.array(workspace) }),
})

export const instantlyWorkspaces = endpoint({
  method: 'POST',
  path: '/api/instantly/workspaces/proxy',
  summary: 'The workspace that an Instantly key reaches',
  access: 'customer',
  limit: 'lookUp',
  body: z.strictObject({ token: boundedText(500), basedOn: savedKey }),
  response: z.array(workspace),
})
