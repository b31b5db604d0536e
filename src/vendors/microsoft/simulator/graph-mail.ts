import { Hono } from 'hono'
import * as z from 'zod'
import { deliver } from '#vendors/sandbox/hosted-mail/deliver.ts'
import { arrivedIn, type HostedMessage } from '#vendors/sandbox/hosted-mail/messages.ts'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { graphError, graphThrottled } from './answers.ts'
import { outsideLimit } from './exchange-limits.ts'
import type { GraphContext, GraphEnv } from './graph-session.ts'
import {
  domainOf,
  findMailbox,
  findUser,
  getDomain,
  type MicrosoftState,
  type OutboundRefusal,
  outboundRefusals,
  type Tenant,
  type TenantMailbox,
} from './state.ts'
import { traceRefused } from './trace-refused.ts'

/** https://learn.microsoft.com/graph/api/user-sendmail: the part of `message` that a plain text needs. */
const sendMailForm = z.object({
  message: z.object({
    subject: z.string(),
    body: z.object({ contentType: z.literal('Text'), content: z.string() }),
    toRecipients: z
      .array(z.object({ emailAddress: z.object({ address: z.string().includes('@') }) }))
      .min(1)
      .max(500),
  }),
  saveToSentItems: z.boolean().optional(),
})

const folders: Record<string, HostedMessage['folder']> = { inbox: 'inbox', junkemail: 'junk' }
const pageMax = 1_000
const pageDefault = 10
const defaultFields = ['subject', 'receivedDateTime', 'parentFolderId', 'internetMessageId']

/** Exchange refuses in words of its own. */
const denied = () =>
  graphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')

/** Sending from and reading in mailboxes, for an app with the permissions Mail.Send and Mail.Read. */
export function createMailRoutes(world: World, state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()
  const mailboxFor = mailboxesByPath(world, state)
  addSending(routes, world, state, mailboxFor)
  addReading(routes, world, mailboxFor)
  return routes
}

type MailboxFor = (c: GraphContext, permission: string) => TenantMailbox | Response

/** Finds the mailbox in the path, or returns Exchange's refusal. */
function mailboxesByPath(world: World, state: MicrosoftState): MailboxFor {
  // Documented: 10,000 requests in ten minutes for each app and mailbox.
  const asked = createBuckets(world, 10_000 / 600, 10_000)
  return (c, permission) => {
    const { tenant, claims } = c.get('session')
    if (!claims.roles.includes(permission)) return denied()
    const key = c.req.param('id') ?? ''
    const user = findUser(state, tenant.tenantId, key)
    if (!user || user.visibleAt > world.now())
      return graphError(404, 'ErrorInvalidUser', `The requested user '${key}' is invalid.`)
    const mailbox = findMailbox(state, tenant.tenantId, user.id)
    if (!mailbox || mailbox.readyAt > world.now())
      return graphError(
        404,
        'MailboxNotEnabledForRESTAPI',
        'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
      )
    const taken = asked(mailbox.id).take()
    return taken.ok ? mailbox : graphThrottled(taken.retryAfterSeconds)
  }
}

function addSending(
  routes: Hono<GraphEnv>,
  world: World,
  state: MicrosoftState,
  mailboxFor: MailboxFor,
): void {
  // Documented: 30 messages a minute for each mailbox.
  const sent = createBuckets(world, 30 / 60, 30)

  routes.post('/users/:id/sendMail', async (c) => {
    const mailbox = mailboxFor(c, 'Mail.Send')
    if (mailbox instanceof Response) return mailbox
    const form = sendMailForm.safeParse(await bodyOf(c, z.record(z.string(), z.unknown())))
    if (!form.success)
      return graphError(400, 'RequestBodyRead', 'The request body does not fit the action sendMail.')
    const taken = sent(mailbox.id).take()
    if (!taken.ok) return graphThrottled(taken.retryAfterSeconds)
    const { message } = form.data
    const { tenant } = c.get('session')
    const from = mailbox.primarySmtpAddress
    const signing = state.dkim.get(`${tenant.tenantId}/${domainOf(from)}`)
    for (const { emailAddress } of message.toRecipients) {
      const to = emailAddress.address
      const refused = refusalOf(state, tenant, to)
      // It was taken all the same: only the trace and a mail to the sender tell.
      if (refused) {
        traceRefused(world, state, tenant.tenantId, { from, to: [to], words: outboundRefusals[refused] })
        continue
      }
      deliver(world, {
        from,
        to,
        subject: message.subject,
        text: message.body.content,
        sender: { host: 'microsoft', account: tenant.tenantId },
        // Without keys of its own, a domain's mail is signed for the tenant.
        signature: {
          domain: signing?.enabled ? signing.domain : tenant.initialDomain,
          selector: 'selector1',
        },
      })
    }
    return c.body(null, 202)
  })
}

/** What Exchange answers to a mail to an address; what stays in the tenant is let through. */
const refusalOf = (state: MicrosoftState, tenant: Tenant, to: string): OutboundRefusal | undefined =>
  getDomain(state, tenant.tenantId, domainOf(to)) ? undefined : (tenant.refuses ?? overLimit(tenant))

/** A tenant that has reached its day. */
function overLimit(tenant: Tenant): OutboundRefusal | undefined {
  const { perDay, isTrial } = outsideLimit(tenant)
  if ((tenant.reachedOutside ?? 0) < perDay) return undefined
  return isTrial ? '5.7.232' : '5.7.233'
}

function addReading(routes: Hono<GraphEnv>, world: World, mailboxFor: MailboxFor): void {
  routes.get('/users/:id/mailFolders/:folder/messages', (c) => {
    const mailbox = mailboxFor(c, 'Mail.Read')
    if (mailbox instanceof Response) return mailbox
    const folder = folders[c.req.param('folder').toLowerCase()]
    if (!folder)
      return graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
    const top = Number(c.req.query('$top') ?? pageDefault)
    const skip = Number(c.req.query('$skip') ?? 0)
    if (!Number.isInteger(top) || top < 1 || top > pageMax || !Number.isInteger(skip) || skip < 0)
      return graphError(400, 'ErrorInvalidUrlQuery', 'The query parameter $top or $skip is invalid.')
    const filter = c.req.query('$filter')
    const since = filter?.match(/^receivedDateTime ge (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)$/)?.[1]
    if (filter !== undefined && since === undefined)
      return graphError(400, 'BadRequest', 'Invalid filter clause: the sandbox knows receivedDateTime ge.')
    const found = arrivedIn(world.store, mailbox.primarySmtpAddress, world.now()).filter(
      (message) =>
        message.folder === folder && (since === undefined || message.arrivedAt >= Date.parse(since)),
    )
    const next = new URL(c.req.url)
    next.pathname = next.pathname.replace(/^.*\/users\//, '/microsoft/graph/v1.0/users/')
    next.searchParams.set('$skip', String(skip + top))
    const fields = c.req.query('$select')?.split(',')
    return c.json({
      ...(found.length > skip + top && { '@odata.nextLink': next.href }),
      value: found.slice(skip, skip + top).map((message) => present(message, fields)),
    })
  })

  routes.get('/users/:id/messages/:message', (c) => {
    const mailbox = mailboxFor(c, 'Mail.Read')
    if (mailbox instanceof Response) return mailbox
    const message = arrivedIn(world.store, mailbox.primarySmtpAddress, world.now()).find(
      ({ id }) => id === c.req.param('message'),
    )
    if (!message)
      return graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
    return c.json(present(message, c.req.query('$select')?.split(',')))
  })
}

/** Headers are there only for who selects them. */
function present(message: HostedMessage, fields: readonly string[] = defaultFields) {
  const all: Record<string, unknown> = {
    subject: message.subject,
    receivedDateTime: new Date(message.arrivedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    parentFolderId: `${message.folder}-folder`,
    internetMessageId: `<${message.id}@sandbox>`,
    internetMessageHeaders: message.headers,
  }
  return {
    '@odata.etag': `W/"${message.id}"`,
    id: message.id,
    ...Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]])),
  }
}
