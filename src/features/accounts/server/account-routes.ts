import { and, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { refreshFamilies, sessions } from '#base/db/schema/index.ts'
import type { Routes } from '#base/http/binding.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/account.ts'
import * as passkeys from '../api/passkeys.ts'
import { type OpenSession, sessionMessages } from '../rules/open-session.ts'
import { secondFactorTexts } from '../rules/own-second-factor.ts'
import { isOwnPassword } from './own-password.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys/own-passkeys.ts'
import { passkeyToSign } from './passkeys/take-passkey.ts'
import { customerCaller } from './second-factor/factor-owner.ts'
import { changeFactorRule, readFactorRule } from './second-factor/factor-rule.ts'
import {
  addAuthenticator,
  confirmCaller,
  readFactors,
  removeAuthenticator,
  renewCodes,
} from './second-factor/own-second-factor.ts'
import { beginSecondFactor } from './second-factor/second-factor.ts'

const isOpen = and(isNull(refreshFamilies.endedAt), gt(refreshFamilies.expiresAt, sql`now()`))

/** Where the caller is signed in, the latest first. */
async function listOwnSessions(db: Db, { userId, familyId }: SignedIn): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(refreshFamilies)
    .where(and(eq(refreshFamilies.userId, userId), isOpen))
    .orderBy(desc(refreshFamilies.lastSeenAt), desc(refreshFamilies.id))
  return rows.map((row) => ({
    id: row.id,
    device: row.device ?? 'A browser',
    address: row.address ?? '',
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isThis: row.id === familyId,
  }))
}

async function endThose(db: Db, { userId }: SignedIn, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(refreshFamilies)
      .set({ endedAt: sql`now()`, endedBecause: 'ended by their owner' })
      .where(and(eq(refreshFamilies.userId, userId), isOpen, which))
      .returning({ id: refreshFamilies.id, customerId: refreshFamilies.customerId })
    if (ended.length === 0) return 0
    const ids = ended.map(({ id }) => id)
    await tx.delete(sessions).where(inArray(sessions.familyId, ids))
    for (const { id, customerId } of ended)
      await audit(tx, { customerId, actor: 'customer', action: 'session.ended', data: { session: id } })
    return ended.length
  })
}

/** One of the caller's own. Throws a `Refusal` when there is none such. */
async function endOneSession(db: Db, caller: SignedIn, id: string): Promise<void> {
  if ((await endThose(db, caller, eq(refreshFamilies.id, id))) === 0)
    throw notFound(sessionMessages.endedAlready)
}

/** Returns how many. */
const endOtherSessions = (db: Db, caller: SignedIn): Promise<number> =>
  endThose(db, caller, ne(refreshFamilies.id, caller.familyId))

/** What a customer does about their own way in. */
export function accountRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.ownSessions, async ({ customer }) => ({ sessions: await listOwnSessions(db, customer) }))

    bind(api.endOwnSession, async ({ customer, params }) => {
      await endOneSession(db, customer, params.id)
      return { message: sessionMessages.ended }
    })

    bind(api.endOtherSessions, async ({ customer }) => ({ ended: await endOtherSessions(db, customer) }))

    bind(api.ownSecondFactor, ({ customer }) => readFactors(db, customer.userId))

    bind(api.beginOwnFactor, async ({ customer, body }) => {
      await wantOwnPassword(db, customer, body.password)
      const user = { id: customer.userId, email: customer.email }
      return beginSecondFactor(deps, user, deps.brand.now.productName)
    })

    bind(api.confirmOwnFactor, async ({ customer, body, request }) => ({
      recoveryCodes: await addAuthenticator(deps, customerCaller(customer), body.code, request.ip),
    }))

    bind(api.removeOwnFactor, async ({ customer }) => {
      await removeAuthenticator(deps, customerCaller(customer))
      return { message: 'Authenticator app removed' }
    })

    bind(api.ownRecoveryCodes, async ({ customer }) => ({
      recoveryCodes: await renewCodes(deps, customerCaller(customer)),
    }))

    bind(api.factorRule, ({ customer }) => readFactorRule(db, customer))

    bind(api.changeFactorRule, async ({ customer, body: { isOn } }) => {
      await changeFactorRule(db, customer, isOn)
      return { message: isOn ? secondFactorTexts.ruleOn : secondFactorTexts.ruleOff }
    })

    bind(api.confirmCaller, async ({ customer, body, request }) => {
      await confirmCaller(deps, customerCaller(customer), body, request.ip)
      return { message: 'Confirmed' }
    })
  }
}

/** The passkeys of a customer. */
export function passkeyRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(passkeys.beginOwnPasskey, async ({ customer, body }) => {
      await wantOwnPassword(db, customer, body.password)
      return beginPasskey(deps, customerCaller(customer))
    })

    bind(passkeys.addOwnPasskey, async ({ customer, body }) => ({
      recoveryCodes: await addPasskey(deps, customerCaller(customer), body),
    }))

    bind(passkeys.renameOwnPasskey, async ({ customer, params, body }) => {
      await renamePasskey(deps, customerCaller(customer), params.id, body.name)
      return { message: 'Passkey renamed' }
    })

    bind(passkeys.removeOwnPasskey, async ({ customer, params }) => {
      await removePasskey(deps, customerCaller(customer), params.id)
      return { message: 'Passkey removed' }
    })

    bind(passkeys.beginConfirmPasskey, ({ customer: { userId, familyId }, request }) =>
      passkeyToSign(deps, { userId, boundTo: familyId, purpose: 'confirm' }, request.ip),
    )

    bind(passkeys.confirmByPasskey, async ({ customer, body, request }) => {
      await confirmCaller(deps, customerCaller(customer), body, request.ip)
      return { message: 'Confirmed' }
    })
  }
}

/** Throws a `Refusal` unless it is the caller's own: a session that was left open is not enough. */
async function wantOwnPassword(db: Db, caller: SignedIn, password: string): Promise<void> {
  const wrong = 'This is not your current password.'
  if (!(await isOwnPassword(db, caller, password))) throw ruleBroken(wrong, { password: wrong })
}
