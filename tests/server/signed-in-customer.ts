import type { FastifyInstance, FastifyReply } from 'fastify'
import { networkOf } from '#base/http/network-of.ts'
import { createSessionCookies } from '#base/http/session-cookies.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { operator } from '#features/accounts/server/password-line.ts'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { startSession } from '#features/accounts/server/sessions.ts'
import { writeCustomer } from '#features/customers/server/add-customer.ts'

const hashes = new Map<string, Promise<string>>()

/** Of a process: the same for the same password. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password, operator)
  hashes.set(password, hash)
  return hash
}

interface SignedIn {
  email: string
  name: string
  password: string
  address: string
  /** Takes a cookie, as a browser does. */
  keep: (...cookie: Parameters<FastifyInstance['serializeCookie']>) => void
}

/**
 * A customer with the session and the cookies that signing in gives, without the two hashes that it costs: tests add thousands,
 * and to make a hash for each and verify it takes longer than most of what they look at.
 */
export async function addSignedIn(
  { db, secrets, config }: Dependencies,
  { email, name, password, address, keep }: SignedIn,
): Promise<string> {
  const passwordHash = await hashOf(password)
  const { id, userId } = await writeCustomer(db, { email, name, passwordHash })
  const tokens = await startSession(db, {
    userId,
    customerId: id,
    passwordHash,
    place: { address, device: 'A browser' },
    networkHash: secrets.proofs('network', networkOf(address))[0],
  })
  if (!tokens) throw new Error(`No session was opened for ${email}.`)
  const reply = { setCookie: keep } as unknown as FastifyReply
  createSessionCookies(config.secureCookies).set(reply, tokens)
  return id
}
