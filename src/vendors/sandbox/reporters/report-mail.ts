import { gzipSync } from 'node:zlib'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { googleXml, microsoftXml, type Seen } from './report-xml.ts'
import { reporterKey, reporterSelector } from './reporter-keys.ts'
import { zip } from './zip.ts'

/** How each receiver sends what it saw: see `report-xml.ts` for where that is read. */
export const receivers = {
  google: {
    from: 'noreply-dmarc-support@google.com',
    signedFor: 'google.com',
    submitter: 'google.com',
    pack: (seen: Seen) => {
      const name = nameOf('google.com', seen)
      return {
        name: `${name}.zip`,
        type: 'application/zip',
        content: zip([{ name: `${name}.xml`, content: Buffer.from(googleXml(seen)) }]),
      }
    },
  },
  microsoft: {
    from: 'dmarcreport@microsoft.com',
    // As mails of this sender are: not for the name behind its own @.
    signedFor: 'notification.microsoft.com',
    submitter: 'protection.outlook.com',
    pack: (seen: Seen) => ({
      name: `${nameOf('protection.outlook.com', seen)}.xml.gz`,
      type: 'application/gzip',
      content: gzipSync(microsoftXml(seen)),
    }),
  },
} as const
export type ReceiverName = keyof typeof receivers

/** RFC 7489, 7.2.1.1. */
const nameOf = (receiver: string, { domain, begin, end }: Seen) => `${receiver}!${domain}!${begin}!${end}`

interface Attached {
  name: string
  type: string
  content: Buffer
}

const lines = (content: Buffer) => content.toString('base64').replace(/.{76}/g, '$&\r\n')

/** Signs a mail as a receiver's own servers do. */
export async function signedBy(
  receiver: ReceiverName,
  mail: string,
  signingDomain: string = receivers[receiver].signedFor,
): Promise<Buffer> {
  const key = {
    signingDomain,
    selector: reporterSelector,
    privateKey: reporterKey().privatePem,
  }
  // Its types ask for the key itself, its code for a list of them.
  const { signatures } = await dkimSign(mail, {
    canonicalization: 'relaxed/relaxed',
    ...key,
    signatureData: [key],
  })
  return Buffer.from(signatures + mail)
}

/** A mail with one attachment, from a receiver, not signed. */
export const mailWith = (receiver: ReceiverName, to: string, seen: Seen, attached: Attached): string =>
  [
    'MIME-Version: 1.0',
    `Date: ${new Date(seen.end * 1_000).toUTCString()}`,
    `Message-ID: <${seen.id}@${receivers[receiver].submitter}>`,
    `Subject: Report domain: ${seen.domain} Submitter: ${receivers[receiver].submitter} Report-ID: ${seen.id}`,
    `From: ${receivers[receiver].from}`,
    `To: ${to}`,
    `Content-Type: multipart/mixed; boundary="part"`,
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `This is an aggregate report from ${receivers[receiver].submitter}.`,
    '--part',
    `Content-Type: ${attached.type}; name="${attached.name}"`,
    `Content-Disposition: attachment; filename="${attached.name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    lines(attached.content),
    '--part--',
    '',
  ].join('\r\n')

/** The mail with which a receiver reports what it saw. */
export const reportMail = (receiver: ReceiverName, to: string, seen: Seen): Promise<Buffer> =>
  signedBy(receiver, mailWith(receiver, to, seen, receivers[receiver].pack(seen)))
