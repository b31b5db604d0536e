import { afterAll, afterEach } from 'vitest'
import type { SignInOutcome, SignInRequest } from '#vendors/ports/sign-in.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { beginSession, sessionStatus } from '#vendors/sandbox/sign-in/testing/instantly-session.ts'
import { addMicrosoftUser, password } from '#vendors/sandbox/sign-in/testing/people.ts'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import { findWholeChromium } from '../../../../../scripts/lib/chromium.mjs'
import { createMailboxSignIn, type MailboxSignInOptions } from '../mailbox-sign-in.ts'

/** A browser as people have one; the tests bring it (`scripts/test.mjs`). */
export function testBrowser(): string {
  const path = findWholeChromium()
  if (!path) throw new Error('These tests need Chromium: install it (Debian: apt-get install chromium).')
  return path
}

/** The sandbox's pages over HTTP, and a browser that signs in to them. */
export async function openSignInBench(options: Partial<MailboxSignInOptions> = {}) {
  const sandbox = createSandbox({
    storePath: ':memory:',
    delayScale: 0,
    seeds: ['microsoft', 'instantly', 'smartlead'],
  })
  await sandbox.listen(0)
  const captured = createCapturedLog()
  const signIns = createMailboxSignIn({
    executablePath: testBrowser(),
    log: captured.log,
    unknownMs: 1_000,
    ...options,
  })
  afterEach(() => sandbox.faults.clear())
  afterAll(async () => {
    await signIns.close()
    await sandbox.close()
  })
  return { sandbox, captured, signIns, ...requestsTo(sandbox, signIns) }
}

function requestsTo(sandbox: Sandbox, signIns: ReturnType<typeof createMailboxSignIn>) {
  const begin = () => beginSession(sandbox, 'microsoft')
  let people = 0
  return {
    begin,
    statusOf: (sessionId: string) => sessionStatus(sandbox, sessionId),
    addUser: (change?: Parameters<typeof addMicrosoftUser>[2]) =>
      addMicrosoftUser(sandbox, `jo${people++}`, change),
    /** Someone's sign-in to a new link. */
    async request(address: string, change: Partial<SignInRequest> = {}): Promise<SignInRequest> {
      const { link } = await begin()
      return { link, address, password, tenant: 'one', ...change }
    },
    async signIn(
      address: string,
      change: Partial<SignInRequest> = {},
      signal: AbortSignal = new AbortController().signal,
    ): Promise<SignInOutcome> {
      return signIns.signIn(await this.request(address, change), signal)
    },
  }
}
