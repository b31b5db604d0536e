import type { Page } from '@playwright/test'
import { required } from '#base/text/required.ts'
import { expect } from './test.ts'

/** The text of the newest mail to somebody whose subject has these words, once the sandbox has it. */
export async function mailTo(page: Page, email: string, subject: string): Promise<string> {
  const address = `http://127.0.0.1:${process.env.SANDBOX_PORT}/_smtp/messages?to=${encodeURIComponent(email)}`
  const find = async (): Promise<string | undefined> => {
    const { messages } = await (await page.request.get(address)).json()
    return messages.find((mail: { subject: string }) => mail.subject.includes(subject))?.text
  }
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return required(await find(), 'the mail')
}

/** Where the link in a mail leads, without the origin. */
export function mailedPath(text: string): string {
  const { pathname, hash } = new URL(required(text.match(/https?:\S+/)?.[0], 'the link'))
  return pathname + hash
}
