import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { readMail } from './mime.ts'

/** Whatever a person may type, without control characters and surrounding blanks. */
const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .map((text) => text.replaceAll(/\p{C}|\s+/gu, ' ').trim())
  .filter((text) => text !== '')

it('reads whatever nodemailer writes', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  await fc.assert(
    fc.asyncProperty(words, words, words, words, async (subject, text, html, content) => {
      const { message } = await transport.sendMail({
        from: 'a@example.com',
        to: 'b@example.com',
        messageId: '<1@example.com>',
        subject,
        text,
        html,
        attachments: [{ filename: 'list.csv', contentType: 'text/csv', content }],
      })
      const mail = readMail(message as Buffer)
      expect(mail.messageId).toBe('<1@example.com>')
      expect(mail.subject.replaceAll(/\s+/g, ' ')).toBe(subject.replaceAll(/\s+/g, ' '))
      expect(mail.text.trim()).toBe(text)
      expect(mail.html?.trim()).toBe(html)
      expect(mail.attachments.map((each) => Buffer.from(each.contentBase64, 'base64').toString())).toEqual([
        content,
      ])
    }),
    { numRuns: 200 },
  )
})
