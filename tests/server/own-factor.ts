import { eq } from 'drizzle-orm'
import { secondFactors, users } from '#base/db/schema/index.ts'
import { type SoftPasskey, softPasskey } from './soft-passkey.ts'
import { codeOf } from './staff.ts'
import { type TestApp, type TestBrowser, testPassword } from './test-app.ts'

interface Guarded {
  secret: string
  recoveryCodes: string[]
  /** A code of their authenticator that has not been taken. */
  code(): Promise<string>
}

/** Sets up a second factor for a customer who is signed in. */
export async function setUpFactor(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  { email, post }: TestBrowser & { email: string },
): Promise<Guarded> {
  const begun = await post('/api/account/second-factor/begin', { password: testPassword })
  const { secret } = begun.body as { secret: string }
  const { body } = await post('/api/account/second-factor/confirm', { code: codeOf(secret) })
  return {
    secret,
    recoveryCodes: body.recoveryCodes as string[],
    async code() {
      // As if half a minute had passed since the last one.
      const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
      await db
        .update(secondFactors)
        .set({ lastStep: null })
        .where(eq(secondFactors.userId, user?.id ?? ''))
      return codeOf(secret)
    },
  }
}

/** Adds a passkey to a customer who is signed in. */
export async function addPasskey(
  { deps: { config } }: Pick<TestApp, 'deps'>,
  { get, post }: TestBrowser,
  name = 'Work laptop',
): Promise<{ device: SoftPasskey; id: string; recoveryCodes: string[] }> {
  const device = softPasskey(config.publicUrl)
  const { body: asked } = await post('/api/account/passkeys/begin', { password: testPassword })
  const { body } = await post('/api/account/passkeys', { name, passkey: device.make(asked) })
  const { passkeys } = (await get('/api/account/second-factor')).body as { passkeys: { id: string }[] }
  return { device, id: passkeys.at(-1)?.id ?? '', recoveryCodes: body.recoveryCodes as string[] }
}
