import { keysOf } from './records/keys-of.ts'

/** What staff may see and do, and what the console calls it. */
export const staffRights = {
  'staff.read': 'See who works here, and what each role may do',
  'staff.manage': 'Invite colleagues, change their roles and end their access',
  'customers.read': 'See customers, their orders, domains and mailboxes',
  'customers.manage': 'Invite, suspend and close customers, hold and end orders, write notes',
  'customers.view': 'Look at the product as a customer sees it, without changing anything',
  'money.read': 'See payments, invoices and refunds',
  'money.refund': 'Give money back',
  'money.costs': 'Enter what registrations, licences and tenants cost',
  'work.do': 'Answer work items and connect mailboxes, with the passwords that this takes',
  'domains.manage': 'Retry, look again, move and rename domains, reconnect mailboxes',
  'accounts.manage':
    'Add, drain, limit, renew and remove tenants, Google accounts and accounts at the registrar',
  'secrets.reveal':
    'Read the password of any mailbox, set one where none is held, and export all that is held about a customer',
  'plans.write': 'Change what is sold at which price, and give customers prices of their own',
  'fleet.import': 'Bring customers, orders and domains in that run elsewhere today',
  'brand.write': 'Change the name, the look and the words of this installation',
} as const
export type StaffRight = keyof typeof staffRights

interface StaffRole {
  title: string
  /** For whom it is. */
  about: string
  rights: readonly StaffRight[]
}

/** Every role, and all that it may do: the only place that says so. */
export const staffRoles = {
  owner: { title: 'Owner', about: 'Runs the installation.', rights: keysOf(staffRights) },
  support: {
    title: 'Support',
    about: 'Answers customers.',
    rights: [
      'staff.read',
      'customers.read',
      'customers.manage',
      'customers.view',
      'money.read',
      'work.do',
      'domains.manage',
    ],
  },
  finance: {
    title: 'Finance',
    about: 'Looks after payments.',
    rights: ['staff.read', 'customers.read', 'money.read', 'money.refund', 'money.costs'],
  },
  technician: {
    title: 'Technician',
    about: 'Mends what is stuck.',
    rights: ['staff.read', 'customers.read', 'work.do', 'domains.manage', 'accounts.manage'],
  },
  reader: {
    title: 'Read-only',
    about: 'Looks, and changes nothing.',
    rights: ['staff.read', 'customers.read', 'money.read'],
  },
} as const satisfies Record<string, StaffRole>
export type StaffRoleName = keyof typeof staffRoles
export const staffRoleNames = keysOf(staffRoles)

export const mayStaff = (role: StaffRoleName, right: StaffRight): boolean =>
  (staffRoles[role].rights as readonly StaffRight[]).includes(right)

/**
 * Who may use a call: anybody; a signed-in customer; who holds a pass to connect mailboxes, which the path names; staff
 * who have shown their second factor; or those of them who have a right.
 */
export type Access = 'public' | 'customer' | 'link' | 'staff' | `staff:${StaffRight}`

export type AccessKind = 'public' | 'customer' | 'link' | 'staff'
export const accessKindOf = (access: Access): AccessKind =>
  access === 'public' || access === 'customer' || access === 'link' ? access : 'staff'

/** The right that a call asks for, if it asks for one. */
export const rightOf = (access: Access): StaffRight | undefined =>
  keysOf(staffRights).find((right) => access === `staff:${right}`)
