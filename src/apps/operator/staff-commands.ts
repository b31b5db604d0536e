import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { staffRoleNames, staffRoles } from '#base/access.ts'
import type { Db } from '#base/db/client.ts'
import { users } from '#base/db/schema/index.ts'
import { invalid, notFound } from '#base/http/refusal.ts'
import { invitationHours, inviteBody } from '#features/staff/rules/staff.ts'
import { changeStaff } from '#features/staff/server/change-staff.ts'
import { inviteStaff, inviteStaffAgain } from '#features/staff/server/invite.ts'
import { listStaff } from '#features/staff/server/list-staff.ts'
import { type Command, type Options, reading, table } from './command.ts'
import { dayOf } from './customer-access-commands.ts'
import { parseEmail, parseNewEmail } from './customer-email.ts'

const email = { help: 'the address they sign in with', required: true }
const role = {
  help: `${new Intl.ListFormat('en', { type: 'disjunction' }).format(staffRoleNames)}`,
  required: true,
}

function roleIn(options: Options) {
  const name = staffRoleNames.find((each) => each === options.role)
  if (!name) throw invalid(`--role must be ${role.help}.`)
  return name
}

async function colleagueId(db: Db, address: string): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = ${address} and ${users.staffRole} is not null`)
  if (!user) throw notFound(`No one of your staff has the address ${address}.`)
  return user.id
}

const invitation = (address: string, link: string) =>
  `${address} chooses a password and sets up an authenticator app here, within ${invitationHours} hours:\n\n  ${link}\n\nThe link is shown only here and works once.`

/** Who may use the console. The first one is let in here; owners invite the others there. */
export const staffCommands: readonly Command[] = [
  {
    name: 'staff add',
    summary: 'let someone use the console; prints a link by which they choose password and second factor',
    options: { email, name: { help: 'first and last name', required: true }, role },
    async run(deps, options, print) {
      const address = parseNewEmail(options.email)
      const body = z.safeParse(inviteBody, { email: address, name: options.name, role: roleIn(options) })
      if (!body.success) throw invalid(body.error.issues[0]?.message ?? 'The name needs 1 to 100 characters.')
      const { link } = await inviteStaff(deps, body.data, 'command line')
      print(invitation(address, link), { data: { link } })
    },
  },
  reading({
    name: 'staff list',
    summary: 'who may use the console, as what, and when they did last',
    read: ({ db }) => listStaff(db),
    show: (staff) =>
      table(
        staff.map((each) => ({
          email: each.email,
          name: each.name,
          role: staffRoles[each.role].title,
          access: each.state,
          'last seen': each.lastSeenAt ? dayOf(new Date(each.lastSeenAt)) : '',
        })),
      ),
  }),
  {
    name: 'staff invite',
    summary:
      'print a new link for someone who lost password or authenticator; what they had is worth nothing any more',
    options: { email },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const id = await colleagueId(deps.db, address)
      const { link } = await inviteStaffAgain(deps, id, 'command line')
      print(invitation(address, link), { data: { link } })
    },
  },
  {
    name: 'staff role',
    summary: 'change what someone may do in the console',
    options: { email, role },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const next = roleIn(options)
      await changeStaff(deps, await colleagueId(deps.db, address), { role: next })
      print(`${address} is ${staffRoles[next].title} now.`, { data: { role: next } })
    },
  },
  {
    name: 'staff disable',
    summary: 'end someone’s access to the console and all of their sessions',
    options: { email },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      await changeStaff(deps, await colleagueId(deps.db, address), { disabled: true })
      print(
        `${address} cannot use the console any more. Undo that with: npm run operator -- staff enable --email ${address}`,
      )
    },
  },
  {
    name: 'staff enable',
    summary: 'give someone their access to the console back, with the password and authenticator they had',
    options: { email },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      await changeStaff(deps, await colleagueId(deps.db, address), { disabled: false })
      print(`${address} can use the console again.`)
    },
  },
]
