import * as auth from '#shared/api/auth.ts'
import { audit } from '../../audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { forbidden, unauthenticated } from '../../http/refusal.ts'
import { changePassword } from './change-password.ts'
import {
  clearSessionCookies,
  refreshTokenOf,
  sessionSeconds,
  sessionTokenOf,
  setSessionCookies,
} from './session-cookies.ts'
import type { SessionLookup } from './session-lookup.ts'
import { endFamily, refreshSession } from './sessions.ts'
import { createSignIn } from './sign-in.ts'

interface Person {
  name: string
  email: string
  mustChangePassword: boolean
}
const presentUser = ({ name, email, mustChangePassword }: Person): auth.User => ({
  name,
  email,
  mustChangePassword,
})

/** Signing in and out, staying signed in, and the password. */
export function authRoutes(deps: Dependencies, lookUp: SessionLookup): Routes {
  const { db, secrets } = deps
  const secure = deps.config.secureCookies
  const signIn = createSignIn(deps)

  return (bind) => {
    bind(auth.login, async ({ body, request, reply }) => {
      const { customer, tokens } = await signIn({ ...body, address: request.ip })
      setSessionCookies(reply, tokens, secure)
      return { user: presentUser(customer), message: 'Login successful', expiresIn: sessionSeconds }
    })

    bind(auth.logout, async ({ request, reply }) => {
      const session = await lookUp(sessionTokenOf(request) ?? '')
      if (session) {
        await endFamily(db, session.familyId, 'signed out')
        await audit(db, {
          customerId: session.id,
          actor: 'customer',
          action: 'session.ended',
          address: request.ip,
        })
      }
      clearSessionCookies(reply)
      void reply.header('clear-site-data', '"cache"')
      return { message: 'Logged out successfully' }
    })

    bind(auth.check, async ({ request }) => {
      const token = sessionTokenOf(request)
      const customer = token ? await lookUp(token) : undefined
      return { authenticated: customer !== undefined, user: customer ? presentUser(customer) : null }
    })

    bind(auth.profile, async ({ customer }) => ({ user: presentUser(customer) }))

    bind(auth.refreshToken, async ({ request, reply }) => {
      const token = refreshTokenOf(request)
      const refreshed = token ? await refreshSession(db, secrets, token) : undefined
      if (refreshed?.state === 'refreshed') {
        setSessionCookies(reply, refreshed.tokens, secure)
        return {
          user: presentUser(refreshed.customer),
          message: 'Session refreshed',
          expiresIn: sessionSeconds,
        }
      }
      if (refreshed?.state === 'reused') {
        await audit(db, {
          customerId: refreshed.customerId,
          actor: 'system',
          action: 'session.reuse_detected',
          address: request.ip,
        })
      }
      clearSessionCookies(reply)
      throw unauthenticated('Your session has expired. Please log in again.')
    })

    bind(auth.changePassword, async ({ body, customer, request }) => {
      await changePassword(deps, customer, body, request.ip)
      return { message: 'Password changed successfully' }
    })

    bind(auth.register, async () => {
      throw forbidden('Contact support for access.')
    })
  }
}
