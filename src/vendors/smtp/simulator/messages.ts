/** A mail as the sandbox's mail server took it, in `mail.messages` by id. */
export interface StoredMessage {
  id: number
  /** Milliseconds on the sandbox's clock. */
  at: number
  /** From the envelope. */
  from: string
  to: string[]
  messageId: string
  subject: string
  text: string
  html: string | undefined
  attachments: { filename: string; contentType: string; contentBase64: string }[]
}
