import { Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { checkDomainToAdd } from '#features/names/rules/domain-entry.ts'
import { checkPurchasedDomain, nameOfPlainWord } from '#features/names/rules/domain-name.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { Input } from '#ui/input.tsx'
import { LateLines } from '#ui/late-lines.tsx'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.ts'
import { domainOfCompany } from '../rules/company-name.ts'
import { type OrderDraft, requiredOf, selectedDomains } from '../rules/order-draft.ts'
import { DomainList } from './domain-list.tsx'
import type { CartProps } from './found-names.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { SearchResults } from './search-results.tsx'
import { SuggestedNames } from './suggested-names.tsx'
import { useDomainSearch } from './use-domain-search.ts'
import { useRemoveAll } from './use-remove-all.ts'
import { useTaking } from './use-taking.ts'
import { withDomains } from './with-domains.ts'

/** Puts names that are bought for a platform into the draft, once the registrar says that they are free. */
function useCart({ draft, platform, change, tlds }: PlatformDomainsProps & { tlds: readonly string[] }) {
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

/** Mail addresses of these say nothing about whose company someone is with. */
const mailProviders: ReadonlySet<string> = new Set([
  'aol',
  'fastmail',
  'gmail',
  'gmx',
  'googlemail',
  'hotmail',
  'icloud',
  'live',
  'mail',
  'msn',
  'outlook',
  'proton',
  'protonmail',
  'yahoo',
  'zoho',
])

/**
 * The name that the draft's company would look for first; that of the customer's own company, by their mail address,
 * while the draft names none.
 */
function useCompanyDomain({ companyName }: OrderDraft, tlds: readonly string[]): string | undefined {
  const { email } = useUser()
  const [label = ''] = email.slice(email.lastIndexOf('@') + 1).split('.')
  const own = mailProviders.has(label) ? '' : label
  return domainOfCompany(companyName, tlds) ?? domainOfCompany(own, tlds)
}

/** Only for those who have names in mind. */
const WantedNames = latePart(() => import('./wanted-names.tsx'), {
  Waiting: () => <LateLines lines={6} />,
  Missing: MissingPart,
})

/** Buying names for a platform: looking for them, one or many, and the cart. */
export function DomainSearch({ draft, platform, change }: PlatformDomainsProps) {
  const { purchasableTlds: tlds } = useConfig()
  const [how, setHow] = useState<'search' | 'wanted'>('search')
  const [selected, required] = [selectedDomains(draft), requiredOf(draft)[platform]]
  const names = selected[platform]
  const { takings, asked, add, remove, removeAll } = useCart({ draft, platform, change, tlds })
  const room = required - names.length - asked.length
  const cart = { platform, selected, takings, isFull: room <= 0, onAdd: add }
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label="How to find domains"
        value={how}
        onValueChange={setHow}
        tabs={[
          { value: 'search', label: 'One name' },
          { value: 'wanted', label: 'Several names' },
        ]}
      >
        <TabPanel value="search">
          <OneName {...cart} draft={draft} tlds={tlds} />
        </TabPanel>
        <TabPanel value="wanted">
          <WantedNames {...cart} tlds={tlds} room={room} />
        </TabPanel>
      </Tabs>
      <DomainList
        option="purchase"
        platform={platform}
        names={names}
        required={required}
        onRemove={remove}
        onRemoveAll={removeAll}
      />
    </div>
  )
}

/** The search for a name and others like it; before that, names like the company's. */
function OneName({ draft, tlds, ...cart }: CartProps & { draft: OrderDraft; tlds: readonly string[] }) {
  const { search, ...found } = useDomainSearch()
  const seed = useCompanyDomain(draft, tlds)
  return (
    <>
      <SearchForm tlds={tlds} isSearching={found.isSearching} onSearch={search} />
      <SearchResults {...found} {...cart} onAgain={() => search(found.query)} />
      {seed && found.query === '' && !cart.isFull && (
        <SuggestedNames title="Names like your company’s" seed={seed} {...cart} />
      )}
    </>
  )
}

interface SearchFormProps {
  /** The endings that are sold. */
  tlds: readonly string[]
  isSearching: boolean
  onSearch: (name: string) => void
}

function SearchForm({ tlds, isSearching, onSearch }: SearchFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const name = checkPurchasedDomain(text, { tlds })
  const input = useRef<HTMLInputElement>(null)
  const meant = error ? nameOfPlainWord(text, { tlds }) : undefined
  const isEmpty = !name.ok && name.problem.code === 'empty'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSearching || isEmpty) return
    setError(name.ok ? undefined : name.problem.message)
    if (name.ok) onSearch(name.value)
  }
  const searchMeant = (wanted: string) => {
    setText(wanted)
    setError(undefined)
    input.current?.focus()
    onSearch(wanted)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field
        label="Search for a domain"
        error={error}
        hint={`Endings: ${tlds.map((tld) => `.${tld}`).join(', ')}`}
        className="grow basis-0"
      >
        <Input
          ref={input}
          value={text}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="acmeoutreach.com"
          onChange={(event) => {
            setText(event.target.value.toLowerCase())
            setError(undefined)
          }}
        />
      </Field>
      <Button
        type="submit"
        icon={<Search />}
        loading={isSearching}
        unavailable={isEmpty && name.problem.message}
        onUnavailable={setError}
        className="mt-6"
      >
        Search
      </Button>
      {meant && (
        <div className="w-full">
          <Button size="small" icon={<Search />} onClick={() => searchMeant(meant)} className="max-w-full">
            <span className="truncate">Search {meant}</span>
          </Button>
        </div>
      )}
    </form>
  )
}
