import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { audit } from '#base/audit/audit.ts'
import { toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { ConnectPass } from '#base/http/connect-pass.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  claimForPerson,
  claimMinutes,
  claimOf,
  type PersonsMailboxes,
  readProgress,
  type SignInClaim,
  tokenOfSeat,
} from '#delivery/sending/connect/claim-sign-in.ts'
import { endSignIn, type SignInEnd } from '#delivery/sending/connect/end-sign-in.ts'
import { checkSignIn, openSignIn } from '#delivery/sending/connect/sign-in.ts'
import { openableLink, readLoginLink } from '#delivery/sending/login-link.ts'
import type {
  checkConnecting,
  MailboxToConnect,
  nextToConnect,
  openSignInPage,
  signInEnds,
} from '../../api/connecting.ts'
import { connectingMessages } from '../../rules/connecting-texts.ts'
import { isFileTool } from '../../rules/sending-tools.ts'

type Deps = Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors' | 'secrets' | 'config'>

/** Someone at the page, with the place under which it holds its mailbox. */
interface AtPage {
  pass: ConnectPass
  seat: string
}
/** With the mailbox that it speaks of. */
interface Holder extends AtPage {
  mailbox: string
}

const mailboxesOf = ({ customerId, domainId, connectionId, accountId }: ConnectPass): PersonsMailboxes =>
  customerId !== null && domainId !== null
    ? { customerId, domainId }
    : { connectionId: connectionId ?? '', accountId }

async function heldBy({ db }: Pick<Deps, 'db'>, { pass, seat, mailbox }: Holder) {
  const claim = await claimOf(db, tokenOfSeat(mailboxesOf(pass), seat))
  return claim?.mailboxId === mailbox ? claim : undefined
}

/** The mailbox that the page holds, or the next one for it; and how far all of it is. */
export async function takeNext(
  { db }: Pick<Deps, 'db'>,
  { pass, seat }: AtPage,
  except: readonly string[],
): Promise<z.output<(typeof nextToConnect)['response']>> {
  const of = mailboxesOf(pass)
  const claim = await claimForPerson(db, of, { except, token: tokenOfSeat(of, seat) })
  const mailbox = claim ? await present(db, claim) : null
  return { mailbox, progress: await readProgress(db, of, except) }
}

async function present(db: Deps['db'], claim: SignInClaim): Promise<MailboxToConnect | null> {
  const [tool] = await db
    .select({ kind: toolConnections.kind })
    .from(toolConnections)
    .where(eq(toolConnections.id, claim.connectionId))
  if (!tool || isFileTool(tool.kind)) return null
  const { mailboxId: id, address, platform, reason } = claim
  return { id, address, platform, tool: tool.kind, reason }
}

/** The password of the mailbox that the page holds. Who read it is noted before it leaves. Throws a `Refusal`. */
export async function tellPassword(deps: Deps, page: Holder): Promise<{ value: string }> {
  const claim = await heldBy(deps, page)
  if (!claim) throw conflict(connectingMessages.notHeld)
  await audit(deps.db, {
    customerId: claim.customerId,
    actor: page.pass.customerId === null ? 'operator' : 'customer',
    action: 'mailbox.password_shown',
    subject: claim.mailboxId,
    data: { address: claim.address, link: page.pass.id },
  })
  return { value: deps.secrets.open(claim.secret, placeOf.mailbox(claim.mailboxId)) }
}

type Ended = { state: (typeof signInEnds)[number]; reason: string | null }

function told(end: SignInEnd): Ended {
  switch (end.state) {
    case 'again':
    case 'person':
      return { state: 'refused', reason: end.reason }
    case 'connected':
    case 'signed_in':
      return { state: end.state, reason: null }
    default:
      return gone
  }
}
const gone: Ended = { state: 'gone', reason: null }

/** Opens the tool's page for the mailbox that is held, as it can be opened from here. */
export async function openPage(
  deps: Deps,
  page: Holder,
): Promise<z.output<(typeof openSignInPage)['response']>> {
  const noLink = { link: null, seconds: 0 }
  const claim = await heldBy(deps, page)
  if (!claim) return { ...gone, ...noLink }
  const opened = await openSignIn(deps, claim)
  if (opened.state === 'ended') return { ...told(opened.end), ...noLink }
  if (opened.state === 'setting_up') return { state: opened.state, reason: null, ...noLink }
  const link = readLoginLink(opened.link)
  if (link.kind === 'refused') {
    const end = {
      state: 'person',
      cause: 'link-wrong',
      reason: 'the tool’s link leads nowhere known',
    } as const
    await endSignIn(deps, claim, end)
    return { ...told(end), ...noLink }
  }
  return {
    state: 'open',
    reason: null,
    link: openableLink(link, claim.address, deps.config.vendors.signInPages),
    seconds: claimMinutes * 60,
  }
}

/** What the tool says of the mailbox that is held. */
export async function checkHeld(
  deps: Deps,
  page: Holder,
): Promise<z.output<(typeof checkConnecting)['response']>> {
  const claim = await heldBy(deps, page)
  if (!claim) return gone
  const known = await checkSignIn(deps, claim)
  return known.state === 'ended' ? told(known.end) : { state: known.state, reason: null }
}

/** Gives the mailbox that is held back; nothing where it is not held any more. */
export async function skipHeld(deps: Deps, page: Holder): Promise<void> {
  const claim = await heldBy(deps, page)
  if (claim) await endSignIn(deps, claim, { state: 'skipped' })
}
