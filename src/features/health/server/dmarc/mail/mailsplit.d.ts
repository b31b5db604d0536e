/** The part of mailsplit that is used; it brings no types of its own. */
declare module 'mailsplit' {
  import type { Transform } from 'node:stream'

  type MailPart =
    | { type: 'node'; multipart: string | false; encoding: string | false; getDecoder(): Transform }
    | { type: 'body' | 'data'; value?: Buffer }

  class Splitter extends Transform {
    constructor(options: { ignoreEmbedded: boolean; maxHeadSize: number; maxChildNodes: number })
  }
}
