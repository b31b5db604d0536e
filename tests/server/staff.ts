import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { StaffRoleName } from '#base/access.ts'
import { secondFactors, users } from '#base/db/schema/index.ts'
import { inviteStaff } from '#features/staff/server/invite.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

export const staffPassword = 'Console.Horse.1'
let colleagues = 0

export interface TestStaff extends TestBrowser {
  id: string
  email: string
  secret: string
  recoveryCodes: string[]
  /** A code of their authenticator that has not been taken. */
  code(): Promise<string>
}

/** What an authenticator app shows. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Someone who works here, from the invitation to the console. */
export async function joinedStaff(
  { deps, visitor }: Pick<TestApp, 'deps' | 'visitor'>,
  role: StaffRoleName,
): Promise<TestStaff> {
  const email = `staff-${++colleagues}@example.test`
  const { link } = await inviteStaff(deps, { email, name: 'Sam Staff', role }, 'command line')
  const browser = visitor()
  const token = new URL(link).hash.slice(1)
  await browser.post('/api/operator/join', { token, password: staffPassword })
  const { secret } = (await browser.post('/api/operator/sign-in/enroll')).body as { secret: string }
  const { body } = await browser.post('/api/operator/sign-in/enrolled', { code: codeOf(secret) })
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const id = user?.id ?? ''
  return {
    ...browser,
    id,
    email,
    secret,
    recoveryCodes: body.recoveryCodes as string[],
    async code() {
      // As if half a minute had passed since the last one.
      await deps.db.update(secondFactors).set({ lastStep: null }).where(eq(secondFactors.userId, id))
      return codeOf(secret)
    },
  }
}
