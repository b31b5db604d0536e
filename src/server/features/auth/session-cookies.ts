// Teaches requests and replies their cookies.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const sessionCookie = 'inboxyard_session'
const refreshCookie = 'inboxyard_refresh'

export interface Tokens {
  session: string
  refresh: string
}

/** Seconds a session lives before it has to be refreshed. */
export const sessionSeconds = 3600
export const refreshDays = 30

export const sessionTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[sessionCookie] || undefined
export const refreshTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[refreshCookie] || undefined

/** `secure` is off only on plain http, which the configuration allows on localhost alone. */
export function setSessionCookies(reply: FastifyReply, tokens: Tokens, secure: boolean): void {
  const base = { httpOnly: true, sameSite: 'lax', secure } as const
  void reply.setCookie(sessionCookie, tokens.session, { ...base, path: '/', maxAge: sessionSeconds })
  void reply.setCookie(refreshCookie, tokens.refresh, {
    ...base,
    path: '/api/auth',
    maxAge: refreshDays * 24 * 3600,
  })
}

export function clearSessionCookies(reply: FastifyReply): void {
  void reply.clearCookie(sessionCookie, { path: '/' })
  void reply.clearCookie(refreshCookie, { path: '/api/auth' })
}
