import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Mail } from '#vendors/ports/mail.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import type { StoredMessage } from '../simulator/messages.ts'
import { createMailer } from './mailer.ts'

const from = 'Inboxyard <no-reply@inboxyard.test>'
const secret = 'canary-password-4711'
const mail: Mail = {
  to: 'jané@example.com',
  subject: 'Ihre Bestellung — “done” ✓',
  text: 'Hello Jané,\n\nyour order is done.\n.\nA line that began with a dot.\n',
  html: '<p>Hello <b>Jané</b></p>',
  messageId: '<order-1@inboxyard.test>',
  attachments: [
    { filename: 'mailboxes – March.csv', contentType: 'text/csv', content: 'Email,Name\r\nä@x.com,Ä\r\n' },
  ],
}

describe('the mail server, over real sockets', () => {
  let bench: ContractBench
  let url: string
  const mailer = (at = url) => createMailer({ url: at, from }, bench.dependencies)
  const received = () => bench.sandbox.store.collection<StoredMessage>('mail.messages')

  beforeAll(async () => {
    bench = await openBench('http')
    url = `smtp://127.0.0.1:${bench.sandbox.ports.smtp}`
  })
  afterAll(() => bench.sandbox.close())
  beforeEach(() => {
    bench.sandbox.faults.clear()
    for (const { id } of received().list()) received().delete(String(id))
  })

  it('takes a mail as it was written', async () => {
    await mailer().send({ ...mail, to: 'jane@example.com' })
    expect(received().list()).toMatchObject([
      {
        from: 'no-reply@inboxyard.test',
        to: ['jane@example.com'],
        subject: mail.subject,
        messageId: mail.messageId,
        html: mail.html,
        text: mail.text,
        attachments: [
          {
            filename: 'mailboxes – March.csv',
            contentType: 'text/csv',
            contentBase64: Buffer.from(mail.attachments?.[0]?.content ?? '').toString('base64'),
          },
        ],
      },
    ])
  })

  it('sends to one person, whatever is in the address', async () => {
    const sent = mailer().send({ ...mail, to: 'jane@example.com, everybody@example.com' })
    await sent.catch(() => {})
    expect(
      received()
        .list()
        .flatMap((message) => message.to),
    ).not.toContain('everybody@example.com')
  })

  it.each([
    ['429', 'transient', 'Greylisted'],
    ['503', 'transient', '421'],
    ['500', 'waiting', 'refused'],
    ['html', 'waiting', 'No such mailbox'],
    ['drop', 'transient', ''],
    ['lost_answer', 'transient', ''],
  ] as const)('meets %s as %s', async (kind, meaning, words) => {
    bench.sandbox.faults.add({ kind, vendor: 'smtp' })
    const error = await mailer()
      .send({ ...mail, to: 'jane@example.com' })
      .catch((thrown: unknown) => thrown)
    expect(isVendorError(error, meaning), String(error)).toBe(true)
    expect(String(error)).toContain('the mail server')
    expect(String(error)).toContain(words)
    await mailer().send({ ...mail, to: 'jane@example.com' })
    // The same Message-ID: a mail client shows one.
    expect(
      new Set(
        received()
          .list()
          .map((message) => message.messageId),
      ).size,
    ).toBe(1)
  })

  it.each([
    ['no_such_mailbox', 'rejected', '550 5.1.1'],
    ['over_quota', 'waiting', '554 5.7.1'],
    ['listed', 'waiting', '554 5.7.1'],
    ['suspended', 'waiting', '554 Message rejected'],
    ['bad_sender', 'waiting', '550 5.1.8'],
  ] as const)('reads what a relay refuses at its stage: %s as %s', async (answer, meaning, words) => {
    const answers = (body: object) =>
      bench.sandbox.fetch('http://sandbox.invalid/_smtp/answers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await answers({ answer })
    const error = await mailer()
      .send({ ...mail, to: 'jane@example.com' })
      .catch((thrown: unknown) => thrown)
    await answers({ answer: 'well' })
    expect(isVendorError(error, meaning), String(error)).toBe(true)
    expect(String(error)).toContain(words)
    expect(received().list()).toEqual([])
  })

  it('is not waited for longer than the lease lasts', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const ctx = { beforeCall: async () => ({ remainingMs: 100 }) }
    await expect(mailer(`smtp://127.0.0.1:${port}`).send(mail, ctx)).rejects.toMatchObject({
      kind: 'transient',
      reason: expect.stringContaining('no answer'),
    })
    await expect(
      mailer(`smtp://127.0.0.1:${port}`).send(mail, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ reason: 'the mail was called off' })
    silent.close()
  })

  it('cannot be reached where nobody listens', async () => {
    await expect(mailer('smtp://127.0.0.1:1').send(mail)).rejects.toMatchObject({
      kind: 'transient',
      reason: expect.stringContaining('could not be reached'),
    })
  })

  it('is probed with the credentials, which are written nowhere', async () => {
    const port = bench.sandbox.ports.smtp
    expect(await mailer(`smtp://operator:${secret}@127.0.0.1:${port}`).probe()).toEqual({ ok: true })
    expect(await mailer(`smtp://operator:bad-${secret}@127.0.0.1:${port}`).probe()).toEqual({
      ok: false,
      reason: 'user name or password is wrong',
      isAway: false,
    })
    expect(bench.logText()).not.toContain(secret)
    expect(bench.logText()).not.toContain('jane@example.com')
  })
})
