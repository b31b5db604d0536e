import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { isLocal } from '#base/config/public-url.ts'
import { noteVendorCall } from '#vendors/client/note-vendor-call.ts'
import { probing } from '#vendors/client/probing.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Mailer } from '#vendors/ports/mail.ts'
import { refusalOf } from './refusal.ts'

export interface SmtpOptions {
  /** `smtps://user:password@host:port`, or `smtp://` for a server that upgrades (STARTTLS) or is on this machine. */
  url: string
  /** `Inboxyard <no-reply@example.com>` */
  from: string
  /** Stands in the place of the name in `from` where there is one. */
  name?: () => string | undefined
}

/** Keeps out-of-office replies away (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' }

const connectTimeoutMs = 10_000
const sendTimeoutMs = 30_000

/**
 * Hands mails to the operator's mail server, on a connection each. A repeated hand-over carries the same
 * Message-ID: where the first one's answer was lost, recipients' programs show the mail once.
 */
export function createMailer({ url, from, name }: SmtpOptions, { log }: { log: Logger }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: sendTimeoutMs,
    // Mails carry passwords, and so may signing in: neither crosses a network in the clear, even where someone
    // hides that the server can encrypt.
    requireTLS: !isLocal(new URL(url).hostname),
    // Mails are made from text only; a path or an address in one must never be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  async function attempt(operation: string, work: () => Promise<unknown>, ctx: CallContext = {}) {
    const lease = await ctx.beforeCall?.()
    const started = performance.now()
    let outcome = 'ok'
    try {
      await within(Math.min(sendTimeoutMs, lease?.remainingMs ?? Infinity), operation, work(), ctx.signal)
    } catch (error) {
      const refused = error instanceof VendorError ? error : refusalOf(operation, error)
      outcome = refused.kind
      throw refused
    } finally {
      noteVendorCall(log, { vendor: 'smtp', operation, outcome, startedAt: started })
    }
  }

  return {
    async send({ to, ...mail }, ctx) {
      const message = {
        from: named(from, name?.()),
        to: { name: '', address: to },
        headers: automatic,
        ...mail,
      }
      await attempt('send', () => transport.sendMail(message), ctx)
    },
    probe: () => probing(() => attempt('probe', () => transport.verify())),
  }
}

/** An address as `MAIL_FROM` has it, with another name. */
const named = (from: string, name: string | undefined) =>
  name === undefined ? from : { name, address: /<([^<>]+)>$/.exec(from)?.[1] ?? from }

/** The hand-over itself cannot be stopped half way; waiting for it can. */
async function within(ms: number, operation: string, work: Promise<unknown>, signal?: AbortSignal) {
  const fail = (reason: string) => new VendorError({ vendor: 'smtp', operation, kind: 'transient', reason })
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(fail(`no answer within ${Math.round(ms / 1000)} s`)), ms)
  const callOff = () => reject(fail('the mail was called off'))
  if (signal?.aborted) callOff()
  signal?.addEventListener('abort', callOff, { once: true })
  // When the wait ends first, the work's own failure later on is nobody's.
  work.catch(() => {})
  try {
    await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', callOff)
  }
}
