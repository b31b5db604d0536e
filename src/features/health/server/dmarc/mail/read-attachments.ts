/// <reference path="./mailsplit.d.ts" />
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MailPart, Splitter } from 'mailsplit'
import { bounds, NoReport } from '../bounds.ts'
import { kindOf } from './unpack.ts'

/** A mail is given to the splitter in pieces of so many bytes. */
const piece = 64 * 1024

function* piecesOf(mail: Buffer): Generator<Buffer> {
  for (let from = 0; from < mail.length; from += piece) yield mail.subarray(from, from + piece)
}

/**
 * The parts of a mail that may hold a report, decoded: all that is gzip, zip or XML by its first bytes.
 * @throws NoReport where there is none, or the mail has more parts than a report has
 */
export async function readAttachments(mail: Buffer): Promise<Buffer[]> {
  const splitter = new Splitter({
    ignoreEmbedded: true,
    maxHeadSize: bounds.head,
    maxChildNodes: bounds.parts,
  })
  const parts: MailPart[] = []
  const bodies: Buffer[][] = []
  try {
    await pipeline(Readable.from(piecesOf(mail)), splitter, async (chunks: AsyncIterable<MailPart>) => {
      for await (const part of chunks) {
        if (part.type === 'node') {
          parts.push(part)
          bodies.push([])
        } else if (part.type === 'body' && part.value) bodies.at(-1)?.push(part.value)
      }
    })
  } catch {
    throw new NoReport('It is no mail that can be read.')
  }
  const found: Buffer[] = []
  for (const [at, part] of parts.entries()) {
    const body = bodies[at] ?? []
    if (part.type !== 'node' || body.length === 0) continue
    const decoded = await decode(part, body)
    if (kindOf(decoded)) found.push(decoded)
    if (found.length > bounds.attachments) throw new NoReport('It has too many attachments.')
  }
  if (found.length === 0) throw new NoReport('Nothing in it is XML, gzip or zip.')
  return found
}

async function decode(part: Extract<MailPart, { type: 'node' }>, body: readonly Buffer[]): Promise<Buffer> {
  const decoded: Buffer[] = []
  await pipeline(Readable.from(body), part.getDecoder(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) decoded.push(chunk)
  })
  return Buffer.concat(decoded)
}
