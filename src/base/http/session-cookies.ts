// Teaches requests and replies their cookies.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInStepMinutes } from '#features/staff/rules/staff.ts'

/**
 * The prefixes let a browser take them only from https and this very host, so that neither a subdomain nor plain http
 * can plant one. `__Host-` asks for the path `/`, which the refresh token does not have. On plain http, which the
 * configuration allows on localhost alone, browsers would refuse both.
 */
const namesOf = (secure: boolean) =>
  secure
    ? {
        session: '__Host-inboxyard_session',
        refresh: '__Secure-inboxyard_refresh',
        step: '__Secure-inboxyard_step',
      }
    : { session: 'inboxyard_session', refresh: 'inboxyard_refresh', step: 'inboxyard_step' }

export interface Tokens {
  session: string
  refresh: string
}

/** Seconds a session lives before it has to be refreshed. */
export const sessionSeconds = 3600
export const refreshDays = 30

export interface SessionCookies {
  sessionOf(request: FastifyRequest): string | undefined
  refreshOf(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, tokens: Tokens): void
  clear(reply: FastifyReply): void
  /** What stands for a right password until the second factor is shown. */
  stepOf(request: FastifyRequest): string | undefined
  setStep(reply: FastifyReply, step: string): void
  clearStep(reply: FastifyReply): void
}

/** The cookies of an installation. `secure` is off only on plain http. */
export function createSessionCookies(secure: boolean): SessionCookies {
  const names = namesOf(secure)
  const base = { httpOnly: true, sameSite: 'lax', secure } as const
  const session = { ...base, path: '/' }
  const refresh = { ...base, path: '/api/auth' }
  const step = { ...base, sameSite: 'strict', path: '/api/auth/login' } as const
  return {
    sessionOf: ({ cookies }) => cookies[names.session] || undefined,
    refreshOf: ({ cookies }) => cookies[names.refresh] || undefined,
    set(reply, tokens) {
      void reply.setCookie(names.session, tokens.session, { ...session, maxAge: sessionSeconds })
      void reply.setCookie(names.refresh, tokens.refresh, { ...refresh, maxAge: refreshDays * 24 * 3600 })
    },
    clear(reply) {
      void reply.clearCookie(names.session, session)
      void reply.clearCookie(names.refresh, refresh)
    },
    stepOf: ({ cookies }) => cookies[names.step] || undefined,
    setStep: (reply, token) =>
      void reply.setCookie(names.step, token, { ...step, maxAge: signInStepMinutes * 60 }),
    clearStep: (reply) => void reply.clearCookie(names.step, step),
  }
}
