import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import { askPastLimits } from './ask-past-limits.ts'

/** Accounts of the Smartlead user of a key, all alike; straight into the sandbox. Returns their ids. */
export async function addSmartleadSenders(
  sandbox: Pick<Sandbox, 'fetch' | 'advance'>,
  apiKey: string,
  emails: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (const email of emails) {
    const made = await askPastLimits(
      sandbox,
      `http://sandbox/smartlead/api/v1/email-accounts/save?api_key=${apiKey}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id: null,
          from_name: 'Jane Doe',
          from_email: email,
          user_name: email,
          password: 'secret',
          smtp_host: 'mail.test',
          smtp_port: 587,
          imap_host: 'mail.test',
          imap_port: 993,
          warmup_enabled: false,
        }),
      },
    )
    ids.push(((await made.json()) as { emailAccountId: number }).emailAccountId)
  }
  return ids
}
