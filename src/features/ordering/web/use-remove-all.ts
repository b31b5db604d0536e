import { countOf } from '#base/text/count-of.ts'
import { toast } from '#ui/toast.ts'
import { selectedDomains } from '../rules/order-draft.ts'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { withDomains } from './with-domains.ts'

/** Empties the list of a platform, and fills it again for a customer who did not mean it. */
export function useRemoveAll({ draft, platform, change }: PlatformDomainsProps) {
  const names = selectedDomains(draft)[platform]
  const put = (list: readonly string[]) =>
    change((present) => withDomains(present, platform, () => [...list]))
  return () => {
    put([])
    toast.info(`${countOf(names.length, 'domain')} removed.`, {
      id: 'all-removed',
      action: { label: 'Undo', onClick: () => put(names) },
    })
  }
}
