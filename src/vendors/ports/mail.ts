import type { CallContext } from './call-context.ts'
import type { Probe } from './probe.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** Stable, so that a repeated hand-over is recognised. */
  messageId: string
  attachments?: { filename: string; contentType: string; content: string }[]
}
export interface Mailer {
  send(mail: Mail, ctx?: CallContext): Promise<void>
  probe(): Promise<Probe>
}
