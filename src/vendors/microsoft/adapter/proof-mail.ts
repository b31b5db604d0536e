import * as z from 'zod'
import { authenticationResultsIn, authservIdOf } from '#vendors/client/own-results.ts'
import { probing } from '#vendors/client/probing.ts'
import { dropped, type VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import {
  type ArrivedMail,
  type ProbeMailbox,
  type ProofMail,
  proofSubject,
  proofText,
} from '#vendors/ports/proof-mail.ts'
import { createEntraTokens } from './entra-token.ts'
import { createGraph, type Graph } from './graph.ts'
import type { MicrosoftUrls } from './tenant.ts'

/** How to read a probe mailbox: an app of its tenant that may read mail. Stored sealed. */
export const microsoftProbeSchema = z.object({
  address: z.email('Use the probe mailbox’s address').max(254).toLowerCase(),
  tenantId: z.guid('Use the directory (tenant) id, a GUID'),
  clientId: z.guid('Use the application (client) id, a GUID'),
  clientSecret: z.string().min(1, 'Use the secret’s value, not its id').max(500),
})
export type MicrosoftProbe = z.infer<typeof microsoftProbeSchema>

/** Documented: 10,000 requests in ten minutes for each app and mailbox. */
const mailboxRate = { perSecond: 15, burst: 100 }
const pageSize = 100
/** Where a mail may lie; what is in quarantine shows nowhere. */
const folders = { inbox: 'inbox', junkemail: 'junk' } as const

/** https://learn.microsoft.com/graph/api/resources/message: headers are there only for who selects them. */
const listedMessage = z.object({
  id: z.string().min(1),
  subject: z.string().nullish(),
  receivedDateTime: z.string(),
})
const messageHeaders = z.object({
  id: z.string().min(1),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
})

/**
 * Microsoft's servers leave their name out (learn.microsoft.com/defender-office-365/message-headers-eop-mdo). So does the
 * sender's tenant, whose line comes with the mail: "dkim=none (message not signed) header.d=none;dmarc=none". Only who
 * took it from outside checks SPF, and judges it as a whole.
 */
const ownResults = (headers: readonly string[]): string | undefined => {
  const nameless = headers.filter((header) => authservIdOf(header) === undefined)
  const saysOf = (check: RegExp) => nameless.find((header) => check.test(header))
  return saysOf(/(?:^|;)\s*compauth=/) ?? saysOf(/(?:^|;)\s*spf=/)
}

/** https://learn.microsoft.com/graph/api/user-sendmail: accepted, which does not say that it will arrive. */
export const sendProofMail = (graph: Graph, { from, to, token }: ProofMail, ctx: CallContext = {}) =>
  graph.call(
    {
      operation: 'sendProofMail',
      method: 'POST',
      path: `/users/${encodeURIComponent(from.externalId)}/sendMail`,
      json: {
        message: {
          subject: proofSubject(token),
          body: { contentType: 'Text', content: proofText },
          toRecipients: [{ emailAddress: { address: to } }],
        },
        saveToSentItems: false,
      },
      answer: dropped,
    },
    ctx,
  )

/** A mailbox in a tenant of its own, without customers' mailboxes. */
export function createMicrosoftProbe(
  urls: Pick<MicrosoftUrls, 'loginUrl' | 'graphUrl'>,
  probe: MicrosoftProbe,
  dependencies: VendorClientDependencies,
): ProbeMailbox {
  const { address } = probe
  const graph = createGraph(urls, probe, dependencies, createEntraTokens(urls, probe, dependencies))
  const limit = { key: `microsoft:${probe.tenantId}:probe`, rate: mailboxRate }
  const mailbox = `/users/${encodeURIComponent(address)}`

  const listFolder = (folder: keyof typeof folders, since: Date, ctx: CallContext) =>
    graph.list(
      {
        operation: 'listProofMail',
        path: `${mailbox}/mailFolders/${folder}/messages?$select=subject,receivedDateTime&$top=${pageSize}&$filter=${encodeURIComponent(`receivedDateTime ge ${since.toISOString()}`)}`,
        item: listedMessage,
        limit,
      },
      ctx,
    )

  async function findIn(
    folder: keyof typeof folders,
    token: string,
    since: Date,
    ctx: CallContext,
  ): Promise<ArrivedMail | undefined> {
    const listed = await listFolder(folder, since, ctx)
    const found = listed.find(({ subject }) => subject === proofSubject(token))
    if (!found) return undefined
    const { internetMessageHeaders: headers } = await graph.call(
      {
        operation: 'readProofMail',
        path: `${mailbox}/messages/${encodeURIComponent(found.id)}?$select=internetMessageHeaders`,
        answer: messageHeaders,
        limit,
      },
      ctx,
    )
    return {
      folder: folders[folder],
      receivedAt: found.receivedDateTime,
      authenticationResults: ownResults(authenticationResultsIn(headers)),
    }
  }

  return {
    vendor: 'microsoft',
    address,
    readProofMail: async (token, since, ctx = {}) =>
      (await findIn('inbox', token, since, ctx)) ?? findIn('junkemail', token, since, ctx),
    probe: (ctx = {}) => probing(() => listFolder('junkemail', new Date(), ctx)),
  }
}
