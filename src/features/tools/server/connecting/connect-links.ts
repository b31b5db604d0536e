import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { connectLinks, customers, domains, toolConnections } from '#base/db/schema/index.ts'
import { notFound, Refusal, ruleBroken } from '#base/http/refusal.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { type AskedAgain, isOwnPassword } from '#features/accounts/server/own-password.ts'
import { mailboxesCsvMessages } from '#features/orders/rules/mailboxes-csv-messages.ts'
import type { OpenedConnecting } from '../../api/connecting.ts'
import { connectingMessages, connectLinkMinutes, connectPath } from '../../rules/connecting-texts.ts'
import { sendingToolNames } from '../../rules/sending-tools.ts'
import { type ToConnect, whatToConnect } from './what-to-connect.ts'

type Deps = Pick<Dependencies, 'db'>

/** What a page is opened with: the cookie's secret, and what the page shows. */
export interface OpenedPass {
  token: string
  opened: OpenedConnecting
}

const newToken = () => randomBytes(32).toString('base64url')
const inMinutes = sql`now() + make_interval(mins => ${connectLinkMinutes})`

/** Prints a link for one sending tool's mailboxes, or those of it in one account of the operator's. */
export async function makeConnectLink(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  about: ToConnect,
): Promise<string> {
  const [id, token] = [newId('connectLink'), newToken()]
  await db.transaction(async (tx) => {
    await tx.insert(connectLinks).values({ id, ...about, linkHash: tokenHash(token), expiresAt: inMinutes })
    await audit(tx, { actor: 'operator', action: 'connect_link.made', subject: id, data: { ...about } })
  })
  return `${config.publicUrl}${connectPath}#${token}`
}

/** Exchanges a link for its pass, once. Throws a `Refusal` that says why not. */
export async function openConnectLink({ db }: Deps, linkToken: string): Promise<OpenedPass> {
  const linkHash = tokenHash(linkToken)
  const token = newToken()
  return db.transaction(async (tx) => {
    const [link] = await tx
      .update(connectLinks)
      .set({ openedAt: sql`now()`, passHash: tokenHash(token), expiresAt: inMinutes })
      .where(
        and(
          eq(connectLinks.linkHash, linkHash),
          isNull(connectLinks.openedAt),
          gt(connectLinks.expiresAt, sql`now()`),
        ),
      )
      .returning()
    if (!link) throw await whyNot(tx, linkHash)
    await audit(tx, { actor: 'operator', action: 'connect_link.opened', subject: link.id })
    const [connection] = await tx
      .select({ kind: toolConnections.kind, email: customers.email })
      .from(toolConnections)
      .innerJoin(customers, eq(customers.id, toolConnections.customerId))
      .where(eq(toolConnections.id, link.connectionId ?? ''))
    const about = connection ? `${sendingToolNames[connection.kind]} of ${connection.email}` : ''
    return { token, opened: { pass: link.id, about, until: link.expiresAt.toISOString() } }
  })
}

/**
 * A pass for one of the operator's staff, who is at the console and has just shown the second factor: what a link is
 * exchanged for, without the link. It ends with their session. Throws a `Refusal` where nothing waits.
 */
export async function startConnecting(
  { db }: Deps,
  staff: { sessionId: string },
  of: ToConnect,
): Promise<OpenedPass> {
  const { about } = await whatToConnect(db, of)
  const [id, token] = [newId('connectLink'), newToken()]
  return db.transaction(async (tx) => {
    const [pass] = await tx
      .insert(connectLinks)
      .values({
        id,
        ...of,
        staffSessionId: staff.sessionId,
        passHash: tokenHash(token),
        openedAt: sql`now()`,
        expiresAt: inMinutes,
      })
      .returning({ expiresAt: connectLinks.expiresAt })
    await audit(tx, { actor: 'operator', action: 'connect_link.opened', subject: id, data: { ...of } })
    return { token, opened: { pass: id, about, until: pass?.expiresAt.toISOString() ?? '' } }
  })
}

async function whyNot(db: Db, linkHash: Buffer): Promise<Refusal> {
  const [link] = await db
    .select({ openedAt: connectLinks.openedAt })
    .from(connectLinks)
    .where(eq(connectLinks.linkHash, linkHash))
  const why = link ? (link.openedAt ? 'used' : 'expired') : 'unknown'
  return new Refusal(403, 'forbidden', connectingMessages[why])
}

/**
 * A pass for the customer's own mailboxes of a domain. As with their file, a session alone does not open them: the
 * password is asked for, and right or wrong is noted. Throws a `Refusal`.
 */
export async function unlockConnecting(
  { db }: Deps,
  caller: AskedAgain,
  { domain: name, password }: { domain: string; password: string },
): Promise<OpenedPass> {
  const customerId = caller.id
  const note = (tx: Db, action: 'connecting.unlocked' | 'connecting.refused') =>
    audit(tx, { customerId, actor: 'customer', action, data: { names: [name] } })
  if (!(await isOwnPassword(db, caller, password))) {
    await note(db, 'connecting.refused')
    throw ruleBroken(mailboxesCsvMessages.wrongPassword, { password: mailboxesCsvMessages.wrongPassword })
  }
  const [domain] = await db
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.customerId, customerId), eq(domains.name, name), isRunning))
  if (!domain) throw notFound('There is no such domain in your orders.')
  const [id, token] = [newId('connectLink'), newToken()]
  return db.transaction(async (tx) => {
    const [pass] = await tx
      .insert(connectLinks)
      .values({
        id,
        customerId,
        domainId: domain.id,
        passHash: tokenHash(token),
        openedAt: sql`now()`,
        expiresAt: inMinutes,
      })
      .returning({ expiresAt: connectLinks.expiresAt })
    await note(tx, 'connecting.unlocked')
    return { token, opened: { pass: id, about: name, until: pass?.expiresAt.toISOString() ?? '' } }
  })
}
