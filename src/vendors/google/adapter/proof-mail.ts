import * as z from 'zod'
import { authenticationResultsIn, authservIdOf } from '#vendors/client/own-results.ts'
import { probing } from '#vendors/client/probing.ts'
import { createTokenCache } from '#vendors/client/token-cache.ts'
import { createVendorClient, dropped, type VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import {
  type ArrivedMail,
  type ProbeMailbox,
  type ProofMail,
  proofSubject,
  proofText,
} from '#vendors/ports/proof-mail.ts'
import { type GoogleUrls, mailReadScope, mailSendScope, serviceAccountSchema } from './account.ts'
import type { GoogleApi } from './google-api.ts'
import { createGoogleTokens } from './google-token.ts'
import { explainGoogle } from './google-wire.ts'

/** How to read a probe mailbox: a service account that may read mail in its name. Stored sealed. */
export const googleProbeSchema = serviceAccountSchema.extend({
  address: z.email('Use the probe mailbox’s address').max(254).toLowerCase(),
})
export type GoogleProbe = z.infer<typeof googleProbeSchema>

/** Documented: 15,000 units a minute for each user; finding and reading a mail costs ten. */
const mailboxRate = { perSecond: 20, burst: 100 }

/** https://gmail.googleapis.com/$discovery/rest?version=v1 (ListMessagesResponse, Message): no field is required. */
const foundMessages = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).optional(),
  resultSizeEstimate: z.number(),
})
const messageMetadata = z.object({
  labelIds: z.array(z.string()).optional(),
  /** Milliseconds. */
  internalDate: z.string().regex(/^\d{1,15}$/),
  payload: z.object({
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  }),
})

/** What Gmail's servers call themselves in what they write about a mail; others' lines under that name they take away. */
const ownId = 'mx.google.com'

/** Beside Primary, "CATEGORY_PERSONAL": https://developers.google.com/workspace/gmail/api/guides/labels */
const tabs = ['CATEGORY_SOCIAL', 'CATEGORY_PROMOTIONS', 'CATEGORY_UPDATES', 'CATEGORY_FORUMS']

function placeOf(labels: readonly string[]): Pick<ArrivedMail, 'folder' | 'shownAs'> {
  if (labels.includes('SPAM')) return { folder: 'junk' }
  if (!labels.includes('INBOX')) return { folder: 'inbox', shownAs: 'elsewhere' }
  return tabs.some((tab) => labels.includes(tab)) ? { folder: 'inbox', shownAs: 'tab' } : { folder: 'inbox' }
}

/** The message as it goes over the wire. Nothing in it comes from a customer but the address, which has no line breaks. */
const rawMessage = ({ from, to, token }: ProofMail): string =>
  [
    `From: ${from.address}`,
    `To: ${to}`,
    `Subject: ${proofSubject(token)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    proofText,
  ].join('\r\n')

/** In the mailbox's own name, by the delegation that the account gave. */
export async function sendProofMail(api: GoogleApi, mail: ProofMail, ctx: CallContext = {}): Promise<void> {
  const send = await api.asUser(mail.from.address, mailSendScope, ctx)
  await send({
    operation: 'sendProofMail',
    method: 'POST',
    path: '/users/me/messages/send',
    json: { raw: Buffer.from(rawMessage(mail)).toString('base64url') },
    answer: dropped,
  })
}

/** A mailbox in an account of its own, without customers' mailboxes. */
export function createGoogleProbe(
  urls: Pick<GoogleUrls, 'tokenUrl' | 'gmailUrl'>,
  probe: GoogleProbe,
  dependencies: VendorClientDependencies,
): ProbeMailbox {
  const { address } = probe
  const client = createVendorClient(dependencies, {
    vendor: 'google',
    explain: explainGoogle,
    secrets: [probe.privateKey],
  })
  const fetchToken = createGoogleTokens(urls, probe, dependencies)
  const withToken = createTokenCache((_, ctx) => fetchToken(address, [mailReadScope], ctx))

  const read = <T>(operation: string, path: string, answer: z.ZodType<T>, ctx: CallContext) =>
    withToken('read', ctx, (token) =>
      client(
        {
          operation,
          url: `${urls.gmailUrl}/users/me/messages${path}`,
          headers: { authorization: `Bearer ${token}` },
          answer,
          limit: { key: `google:probe:${address}`, rate: mailboxRate },
        },
        ctx,
      ),
    )
  const find = (word: string, ctx: CallContext) =>
    read(
      'findProofMail',
      `?q=${encodeURIComponent(`subject:${word}`)}&includeSpamTrash=true&maxResults=1`,
      foundMessages,
      ctx,
    )

  return {
    vendor: 'google',
    address,
    async readProofMail(token, _since, ctx = {}) {
      const [found] = (await find(token, ctx)).messages ?? []
      if (!found) return undefined
      const message = await read(
        'readProofMail',
        `/${encodeURIComponent(found.id)}?format=metadata&metadataHeaders=Authentication-Results`,
        messageMetadata,
        ctx,
      )
      return {
        ...placeOf(message.labelIds ?? []),
        receivedAt: new Date(Number(message.internalDate)).toISOString(),
        authenticationResults: authenticationResultsIn(message.payload.headers).find(
          (header) => authservIdOf(header) === ownId,
        ),
      }
    },
    probe: (ctx = {}) => probing(() => find('delivery', ctx)),
  }
}
