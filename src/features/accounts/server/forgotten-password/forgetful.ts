import { asc, eq, type SQL } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { memberships } from '#base/db/schema/index.ts'
import { endSessionsOf } from '../sessions.ts'
import { isMember } from '../sign-in-steps.ts'

/** One of the two kinds of people who sign in, as far as a forgotten password is concerned. */
export interface Forgetful {
  /** Who of the users may have a link. */
  mayComeIn: SQL | undefined
  /** Of the website: where the link leads, and where one is asked for. */
  path: string
  forgotPath: string
  /** What the password is for: "your account at …". */
  account: (productName: string) => string
  /** What somebody does who did not ask for the change: a sentence. */
  help: (contact: { supportEmail: string; publicUrl: string }) => string
  noteSent: (tx: Db, userId: string) => Promise<void>
  /** Ends every session of someone whose password was changed, and notes it. */
  endSessions: (tx: Db, userId: string) => Promise<void>
}

/** For whom a user acts first. */
async function customerOf(tx: Db, userId: string): Promise<string | undefined> {
  const [membership] = await tx
    .select({ customerId: memberships.customerId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.createdAt))
    .limit(1)
  return membership?.customerId
}

export const forgetfulCustomers: Forgetful = {
  mayComeIn: isMember,
  path: '/choose-password',
  forgotPath: '/forgot-password',
  account: (productName) => `your account at ${productName}`,
  help: ({ supportEmail, publicUrl }) =>
    `If that was not you, choose another one at once, at ${publicUrl}/forgot-password, and write to ${supportEmail}.`,
  async noteSent(tx, userId) {
    const customerId = await customerOf(tx, userId)
    await audit(tx, { customerId, actor: 'customer', action: 'password.link_sent', userId })
  },
  async endSessions(tx, userId) {
    const customerId = await customerOf(tx, userId)
    await endSessionsOf(tx, { userId }, 'password changed')
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'password.changed',
      userId,
      data: { by: 'link' },
    })
  },
}
