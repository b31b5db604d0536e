import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { operator } from '../features/auth/password-line.ts'
import { hashPassword } from '../features/auth/passwords.ts'
import { startSession } from '../features/auth/sessions.ts'
import { writeCustomer } from '../features/customers/add-customer.ts'
import { networkOf } from '../http/network-of.ts'
import { createSessionCookies } from '../http/session-cookies.ts'

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
