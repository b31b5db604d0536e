import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'

const dayMs = 24 * 3_600_000

/** Whether what a host raises of an account is heard: told, and not wrong, since an account works without. */
export async function alertNotes(host: MailboxHost): Promise<string[]> {
  try {
    const heard = await host.alerts?.(new Date(Date.now() - dayMs), { purpose: 'waiting' })
    if (heard === 'forbidden')
      return [
        'Its alerts are not read, so that it is to be suspended is not heard of: switch the Alert Center API on and add apps.alerts under domain-wide delegation.',
      ]
    return heard ? ['Its alerts are read.'] : []
  } catch (error) {
    if (!isVendorError(error)) throw error
    return [`Its alerts cannot be read at present: ${error.reason}.`]
  }
}
