import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { healthMailNames } from '#features/health/rules/health-mail.ts'
import { staffRoleNames } from '../../access.ts'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { customers } from './customers.ts'

/** Someone who signs in: a member of customers, or one of the operator's staff. */
export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** What they sign in with. */
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    /** When the one-time password was given that has not been replaced yet; it ends a while later. */
    oneTimePasswordAt: moment(),
    /** The user's own password that the operator's reset ended: others may know it, so it is not chosen again. */
    passwordHashBeforeReset: text(),
    /** Of the operator's staff, who are members of no customer; null for everyone else. */
    staffRole: word(staffRoleNames),
    /** Their access to the console has ended. */
    staffDisabledAt: moment(),
    /** Which mails about the health of domains they want, of the staff who get any. */
    healthMail: word(healthMailNames).notNull().default('daily'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    oneOf('users_staff_role', t.staffRole, staffRoleNames),
    oneOf('users_health_mail', t.healthMail, healthMailNames),
  ],
)

export const memberRoles = ['owner'] as const

/** Who may act for a customer. */
export const memberships = pgTable(
  'memberships',
  {
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: word(memberRoles).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.userId] }),
    index('memberships_user').on(t.userId),
    oneOf('memberships_role', t.role, memberRoles),
  ],
)
