import { afterAll, afterEach } from 'vitest'
import { findWholeChromium } from '../../../../../scripts/lib/chromium.mjs'
import { demoInstantly } from '../../../../sandbox/instantly/demo.ts'
import { createSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts'
import { addMicrosoftUser, atSandbox, password } from '../../../../sandbox/sign-in/testing/people.ts'
import type { SignInOutcome, SignInRequest } from '../../../providers/ports/sign-in.ts'
import { createCapturedLog } from '../../../providers/testing/captured-log.ts'
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
  async function instantly(method: string, path: string) {
    const answer = await fetch(`${sandbox.origin}/instantly/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${demoInstantly.apiKey}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })
    return JSON.parse(await answer.text())
  }
  /** A new session of Instantly, and its link as it is opened. */
  async function begin(): Promise<{ sessionId: string; link: string }> {
    const body = await instantly('POST', '/oauth/microsoft/init')
    return { sessionId: body.session_id, link: atSandbox(sandbox, body.auth_url) }
  }
  let people = 0
  return {
    begin,
    statusOf: (sessionId: string) => instantly('GET', `/oauth/session/status/${sessionId}`),
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
