import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { deliver } from '#vendors/sandbox/hosted-mail/deliver.ts'
import { arrivedIn, type HostedMessage } from '#vendors/sandbox/hosted-mail/messages.ts'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { googleError, notFound } from './answers.ts'
import { domainOf, findUser, type GoogleState, type WorkspaceUser } from './state.ts'
import type { GoogleEnv, Tokens } from './tokens.ts'

const auth = 'https://www.googleapis.com/auth'
/** https://developers.google.com/workspace/gmail/api/reference/quota: units of each call, and of a user in a minute. */
const units = { send: 100, list: 5, get: 5 }
const unitsPerMinute = 15_000
const pageMax = 500
const pageDefault = 100

/** A user's own mail: the token must be in that user's name. */
export function createGmailMessages(world: World, state: GoogleState, tokens: Tokens) {
  const routes = new Hono<GoogleEnv>()
  const userFor = usersByToken(world, state, tokens)
  addSending(routes, world, state, userFor)
  addReading(routes, world, userFor)
  return routes
}

type UserFor = (c: Context<GoogleEnv>, scope: string, cost: number) => WorkspaceUser | Response

/** Finds the user in whose name is asked, or returns Gmail's refusal. */
function usersByToken(world: World, state: GoogleState, tokens: Tokens): UserFor {
  const quota = createBuckets(world, unitsPerMinute / 60, unitsPerMinute)
  return (c, scope, cost) => {
    const refused = tokens.authorise(c, `${auth}/${scope}`)
    if (refused) return refused
    const { account, subject } = c.get('session')
    const asked = c.req.param('user')
    if (asked !== 'me' && asked !== subject)
      return googleError(403, 'forbidden', `Delegation denied for ${subject}`)
    const user = findUser(state, account.customerId, subject)
    if (!user || user.suspended || user.mailboxAt > world.now())
      return googleError(400, 'failedPrecondition', 'Mail service not enabled')
    return quota(user.id).take(cost).ok
      ? user
      : googleError(429, 'rateLimitExceeded', 'User-rate limit exceeded. Retry later.')
  }
}

function addSending(routes: Hono<GoogleEnv>, world: World, state: GoogleState, userFor: UserFor): void {
  routes.post('/users/:user/messages/send', async (c) => {
    const user = userFor(c, 'gmail.send', units.send)
    if (user instanceof Response) return user
    const { raw } = await bodyOf(c, z.object({ raw: z.string() }).partial())
    const message = readRaw(raw ?? '')
    if (!message?.to) return googleError(400, 'invalidArgument', 'Recipient address required')
    const name = domainOf(user.primaryEmail)
    const dkim = state.dkim.get(name)
    deliver(world, {
      // Gmail writes the user's own address, whatever the message says.
      from: user.primaryEmail,
      to: message.to,
      subject: message.subject,
      text: message.text,
      sender: { host: 'google', account: user.customerId },
      signature: dkim?.authenticating
        ? { domain: name, selector: 'google', record: dkim.txt }
        : { domain: `${name.replaceAll('.', '-')}.20230601.gappssmtp.com`, selector: '20230601' },
    })
    const id = randomUUID().replaceAll('-', '').slice(0, 16)
    return c.json({ id, threadId: id, labelIds: ['SENT'] })
  })
}

function addReading(routes: Hono<GoogleEnv>, world: World, userFor: UserFor): void {
  routes.get('/users/:user/messages', (c) => {
    const user = userFor(c, 'gmail.readonly', units.list)
    if (user instanceof Response) return user
    const word = c.req.query('q')?.match(/^subject:([\w-]+)$/)?.[1]
    if (c.req.query('q') !== undefined && word === undefined)
      return googleError(400, 'invalidArgument', 'The sandbox knows q=subject:word.')
    const withSpam = c.req.query('includeSpamTrash') === 'true'
    const max = Math.min(pageMax, Number(c.req.query('maxResults') ?? pageDefault))
    const found = arrivedIn(world.store, user.primaryEmail, world.now()).filter(
      (message) =>
        (withSpam || message.folder === 'inbox') &&
        (word === undefined || message.subject.split(/\s+/).includes(word)),
    )
    return c.json({
      // A page without messages has no `messages` at all.
      ...(found.length > 0 && {
        messages: found.slice(0, max).map(({ id }) => ({ id, threadId: id })),
      }),
      resultSizeEstimate: found.length,
    })
  })

  routes.get('/users/:user/messages/:id', (c) => {
    const user = userFor(c, 'gmail.readonly', units.get)
    if (user instanceof Response) return user
    if (c.req.query('format') !== 'metadata')
      return googleError(400, 'invalidArgument', 'The sandbox knows format=metadata.')
    const message = arrivedIn(world.store, user.primaryEmail, world.now()).find(
      ({ id }) => id === c.req.param('id'),
    )
    if (!message) return notFound('message')
    const wanted = c.req.queries('metadataHeaders')?.map((name) => name.toLowerCase())
    return c.json({
      id: message.id,
      threadId: message.id,
      labelIds: labelsOf(message),
      snippet: message.text.slice(0, 100),
      internalDate: String(message.arrivedAt),
      payload: {
        mimeType: 'text/plain',
        headers: message.headers.filter(({ name }) => !wanted || wanted.includes(name.toLowerCase())),
      },
    })
  })
}

/** https://developers.google.com/workspace/gmail/api/guides/labels: a category is a tab of the inbox. */
const labelsOf = ({ folder, isPromotion }: HostedMessage): string[] =>
  folder === 'junk'
    ? ['UNREAD', 'SPAM']
    : ['UNREAD', isPromotion ? 'CATEGORY_PROMOTIONS' : 'CATEGORY_PERSONAL', 'INBOX']

/** A message as it goes over the wire, in base64url. */
function readRaw(raw: string): { to: string; subject: string; text: string } | undefined {
  const whole = Buffer.from(raw, 'base64url').toString('utf8')
  const end = whole.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const headers = new Map(
    whole
      .slice(0, end)
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
  )
  const to =
    headers
      .get('to')
      ?.split(/[\s<>]/)
      .find((part) => part.includes('@')) ?? ''
  return { to, subject: headers.get('subject') ?? '', text: whole.slice(end + 4) }
}
