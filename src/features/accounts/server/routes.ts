import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '#base/audit/audit.ts'
import { type FindCaller, refuseOtherPage } from '#base/http/authenticate.ts'
import type { Routes } from '#base/http/binding.ts'
import type { FindViewer, ViewCookie } from '#base/http/customer-view.ts'
import { siteOf } from '#base/http/network-of.ts'
import { forbidden, unauthenticated } from '#base/http/refusal.ts'
import { createSessionCookies, sessionSeconds } from '#base/http/session-cookies.ts'
import type { SessionLookup } from '#base/http/session-lookup.ts'
import { readOwnPrices } from '#base/prices/own-prices.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { OwnPrices } from '#features/plans/rules/price-list.ts'
import * as auth from '../api/auth.ts'
import { beginLoginPasskey, loginPasskey } from '../api/passkeys.ts'
import { forgottenMessages } from '../rules/forgotten-password.ts'
import { changePassword } from './change-password.ts'
import { endView } from './customer-views.ts'
import { placeOf } from './device-name.ts'
import { askForLink, countFollowed, followLink } from './forgotten-password/ask-for-link.ts'
import { chooseForgotten } from './forgotten-password/choose-forgotten.ts'
import { forgetfulCustomers } from './forgotten-password/forgetful.ts'
import { passkeyAfterPassword, signInByFactor } from './second-factor/sign-in-by-factor.ts'
import type { Shown } from './second-factor/take-factor.ts'
import { endFamily, findChain, refreshSession } from './sessions.ts'
import { createSignIn } from './sign-in.ts'

const loggedIn = 'Login successful'

interface Person {
  id: string
  name: string
  email: string
  mustChangePassword: boolean
  mustSetUpFactor: boolean
  viewUntil?: Date
}

/** How callers are known: customers, and staff who look as one. */
interface Callers {
  lookUp: SessionLookup
  findCaller: FindCaller
  findViewer: FindViewer
  viewCookie: ViewCookie
}
const presentUser = (
  { id, name, email, mustChangePassword, mustSetUpFactor, viewUntil }: Person,
  ownPrices: OwnPrices,
): auth.User => ({
  id,
  name,
  email,
  mustChangePassword,
  mustSetUpFactor,
  ...(Object.keys(ownPrices).length > 0 && { ownPrices }),
  ...(viewUntil && { viewUntil: viewUntil.toISOString() }),
})

/** Signing in and out, staying signed in, and the password. */
export function authRoutes(
  deps: Dependencies,
  { lookUp, findCaller, findViewer, viewCookie }: Callers,
): Routes {
  const { db, secrets } = deps
  const cookies = createSessionCookies(deps.config.secureCookies)
  const signIn = createSignIn(deps)
  const present = async (person: Person) => presentUser(person, await readOwnPrices(db, person.id))

  return (bind) => {
    bind(auth.login, async ({ body, request, reply }) => {
      const signedIn = await signIn({ ...body, ...placeOf(request) })
      if ('step' in signedIn) {
        cookies.setStep(reply, signedIn.step)
        return { next: 'code' as const, factors: signedIn.factors }
      }
      cookies.set(reply, signedIn.tokens)
      if (viewCookie.read(request)) viewCookie.clear(reply)
      return { user: await present(signedIn.customer), message: loggedIn, expiresIn: sessionSeconds }
    })

    const finishSignIn = async (request: FastifyRequest, reply: FastifyReply, shown: Shown) => {
      const step = cookies.stepOf(request)
      const { customer, tokens, recoveryCodesLeft } = await signInByFactor(
        deps,
        step,
        shown,
        placeOf(request),
      )
      cookies.clearStep(reply)
      cookies.set(reply, tokens)
      if (viewCookie.read(request)) viewCookie.clear(reply)
      const user = await present(customer)
      return { user, message: loggedIn, expiresIn: sessionSeconds, recoveryCodesLeft }
    }

    bind(auth.loginCode, ({ body, request, reply }) => finishSignIn(request, reply, body))

    bind(beginLoginPasskey, ({ request }) => passkeyAfterPassword(deps, cookies.stepOf(request), request.ip))

    bind(loginPasskey, ({ body, request, reply }) => finishSignIn(request, reply, body))

    bind(auth.logout, async ({ request, reply }) => {
      // Who looks as a customer ends the look, and nothing of the customer's.
      const viewer = await findViewer(request)
      if (viewer) {
        refuseOtherPage(request, viewer.id)
        await endView(db, viewer.familyId)
        viewCookie.clear(reply)
        void reply.header('clear-site-data', '"cache"')
        return { message: 'Logged out successfully' }
      }
      // A session that has expired leaves its chain alive, which would open the next one.
      const refresh = cookies.refreshOf(request)
      const ending = [
        await lookUp(cookies.sessionOf(request) ?? ''),
        refresh ? await findChain(db, refresh) : undefined,
      ].filter((each) => each !== undefined)
      for (const { id } of ending) refuseOtherPage(request, id)
      for (const [familyId, { id }] of new Map(ending.map((each) => [each.familyId, each]))) {
        await db.transaction(async (tx) => {
          await endFamily(tx, familyId, 'signed out')
          await audit(tx, { customerId: id, actor: 'customer', action: 'session.ended', sessionId: familyId })
        })
      }
      cookies.clear(reply)
      void reply.header('clear-site-data', '"cache"')
      return { message: 'Logged out successfully' }
    })

    bind(auth.check, async ({ request }) => {
      const customer = await findCaller(request)
      return { authenticated: customer !== undefined, user: customer ? await present(customer) : null }
    })

    bind(auth.profile, async ({ customer }) => ({ user: await present(customer) }))

    bind(auth.refreshToken, async ({ request, reply }) => {
      const token = cookies.refreshOf(request)
      const refreshed = token ? await refreshSession(db, secrets, token) : undefined
      if (refreshed?.state === 'refreshed') {
        cookies.set(reply, refreshed.tokens)
        return {
          user: await present(refreshed.customer),
          message: 'Session refreshed',
          expiresIn: sessionSeconds,
        }
      }
      if (refreshed?.state === 'reused') {
        await audit(db, {
          customerId: refreshed.customerId,
          actor: 'system',
          action: 'session.reuse_detected',
          sessionId: refreshed.familyId,
        })
      }
      // The cookies stay: the browser may hold newer ones by now, of a password changed or a sign-in meanwhile, and an
      // answer cannot tell them from the refused ones, which are worth nothing anyway.
      throw unauthenticated('Your session has expired. Please log in again.')
    })

    bind(auth.changePassword, async ({ body, customer, reply }) => {
      cookies.set(reply, await changePassword(deps, customer, body))
      return { message: 'Password changed successfully' }
    })

    bind(auth.forgotPassword, async ({ body, request }) => {
      await askForLink(deps, 'customer', { ...body, address: request.ip })
      return { message: forgottenMessages.asked }
    })

    bind(auth.checkForgottenLink, async ({ body, request }) => {
      const { token } = body
      return { works: await followLink(deps, forgetfulCustomers, { token, address: request.ip }) }
    })

    bind(auth.chooseForgottenPassword, async ({ body, request }) => {
      await countFollowed(deps, request.ip)
      await chooseForgotten(deps, forgetfulCustomers, body, { rank: 'stranger', of: siteOf(request.ip) })
      return { message: forgottenMessages.chosen }
    })

    bind(auth.register, async () => {
      throw forbidden('Contact support for access.')
    })
  }
}
