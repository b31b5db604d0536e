import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import { askPastLimits } from './ask-past-limits.ts'

/** Accounts in the Instantly workspace of a key, all alike; straight into the sandbox, whatever its limits. */
export async function addInstantlySenders(
  sandbox: Pick<Sandbox, 'fetch' | 'advance'>,
  apiKey: string,
  emails: readonly string[],
): Promise<void> {
  for (const email of emails) {
    const login = (protocol: string, port: number) => ({
      [`${protocol}_host`]: 'mail.test',
      [`${protocol}_port`]: port,
      [`${protocol}_username`]: email,
      [`${protocol}_password`]: 'secret',
    })
    await askPastLimits(sandbox, 'http://sandbox/instantly/api/v2/accounts', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        first_name: 'Jane',
        last_name: 'Doe',
        provider_code: 3,
        ...login('imap', 993),
        ...login('smtp', 587),
      }),
    })
  }
}
