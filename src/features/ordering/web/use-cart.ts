import { checkDomainToAdd } from '#features/names/rules/domain-entry.ts'
import { toast } from '#ui/toast.ts'
import { requiredOf, selectedDomains } from '../rules/order-draft.ts'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { useRemoveAll } from './use-remove-all.ts'
import { useTaking } from './use-taking.ts'
import { withDomains } from './with-domains.ts'

/** Puts names that are bought for a platform into the draft, once the registrar says that they are free. */
export function useCart({
  draft,
  platform,
  change,
  tlds,
}: PlatformDomainsProps & { tlds: readonly string[] }) {
  const [selected, required] = [selectedDomains(draft), requiredOf(draft)[platform]]
  const { takings, asked, take } = useTaking((name) =>
    change((present) => {
      // The draft may have changed while the registrar was asked, in another tab too.
      const lists = { selected: selectedDomains(present), required: requiredOf(present)[platform] }
      const outcome = checkDomainToAdd(name, { option: 'purchase', platform, tlds, ...lists })
      return outcome.ok ? withDomains(present, platform, (list) => [...list, outcome.value]) : present
    }),
  )
  /** Of this press as well: several names are added by one. */
  const taken = new Set(asked)
  const add = (name: string) => {
    // Names that the registrar is being asked about have their places already.
    const withAsked = { ...selected, [platform]: [...selected[platform], ...taken] }
    const outcome = checkDomainToAdd(name, {
      option: 'purchase',
      platform,
      selected: withAsked,
      required,
      tlds,
    })
    if (!outcome.ok) return toast.error(outcome.problem.message)
    taken.add(outcome.value)
    take(outcome.value)
  }
  const remove = (name: string) =>
    change((present) => withDomains(present, platform, (list) => list.filter((each) => each !== name)))
  return { takings, asked, add, remove, removeAll: useRemoveAll({ draft, platform, change }) }
}
