import type { Page } from '@playwright/test'
import { eq, like, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { StaffRoleName } from '#base/access.ts'
import { secondFactors, staffSessions, users, vendorLimits } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { inviteStaff } from '#features/staff/server/invite.ts'

export interface Invited {
  name: string
  email: string
  /** Where the invitation is followed, without the origin. */
  path: string
}

export interface Colleague extends Invited {
  secret: string
  recoveryCodes: string[]
}

const staffPassword = 'Console.Horse.1'
let invited = 0

/** What an authenticator app shows. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Somebody whom the command line has let in. */
export async function invitedStaff(deps: Dependencies, role: StaffRoleName): Promise<Invited> {
  const name = 'Olivia Owner'
  const email = `staff${++invited}-${process.env.TEST_PARALLEL_INDEX}-${Date.now()}@example.test`
  const { link } = await inviteStaff(deps, { email, name, role }, 'command line')
  return { name, email, path: pathOf(link) }
}

const pathOf = (link: string): string => {
  const { pathname, hash } = new URL(link)
  return pathname + hash
}

/** Follows an invitation as its pages do, so that the browser is signed in; nothing is drawn. */
export async function joinedStaff(deps: Dependencies, page: Page, role: StaffRoleName): Promise<Colleague> {
  const colleague = await invitedStaff(deps, role)
  // All of them come from one network, where so many do not join in a minute.
  await deps.db.delete(vendorLimits).where(like(vendorLimits.key, 'staff-join:%'))
  const send = async (path: string, data: object) => {
    const origin = `http://127.0.0.1:${process.env.PORT}`
    const headers = { 'x-requested-with': 'XMLHttpRequest', origin }
    const response = await page.request.post(`/api/operator/${path}`, { data, headers })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  await send('join', { token: colleague.path.split('#')[1], password: staffPassword })
  const { secret } = await send('sign-in/enroll', {})
  const { recoveryCodes } = await send('sign-in/enrolled', { code: codeOf(secret) })
  return { ...colleague, secret, recoveryCodes }
}

/** A code of somebody's authenticator that has not been taken: as if half a minute had passed since the last one. */
export async function freshCode(
  { db }: Dependencies,
  { email, secret }: Pick<Colleague, 'email' | 'secret'>,
): Promise<string> {
  await db
    .update(secondFactors)
    .set({ lastStep: null })
    .where(eq(secondFactors.userId, sql`(select id from ${users} where email = ${email})`))
  return codeOf(secret)
}

/** As if it were a while since the second factor was shown. */
export async function letConfirmationPass({ db }: Dependencies, { email }: Invited): Promise<void> {
  await db
    .update(staffSessions)
    .set({ confirmedAt: sql`now() - interval '1 hour'` })
    .where(eq(staffSessions.userId, sql`(select id from ${users} where email = ${email})`))
}

/** The first step of the way in. */
export async function enterPassword(page: Page, { email }: Invited, password = staffPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })

/** Chooses the password of an invitation. Returns the key that an authenticator is to learn. */
export async function choosePassword(page: Page): Promise<string> {
  await page.getByLabel('New password', { exact: true }).fill(staffPassword)
  await page.getByLabel('New password again').fill(staffPassword)
  await page.getByLabel('New password again').press('Enter')
  const key = page.getByText(/^(?:[A-Z2-7]{1,4} ?)+$/)
  return (await key.innerText()).replaceAll(' ', '')
}

/** From the choice of a password until recovery codes are shown, as a person does it. Returns what was seen. */
export async function joinByPages(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await choosePassword(page)
  // With the blank that an app shows.
  await codeField(page).fill(codeOf(secret).replace(/^\d{3}/, '$& '))
  await codeField(page).press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  return { secret, recoveryCodes: await codes.allInnerTexts() }
}
