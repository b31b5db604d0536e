import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { checkPurchasedDomain } from '#shared/domains/domain-name.ts'
import { requiredOf, selectedDomains } from '#shared/order-draft/order-draft.ts'
import { useConfig } from '../../app-shell/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { DomainList } from './domain-list.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { SearchResults } from './search-results.tsx'
import { useCart } from './use-cart.ts'
import { useDomainSearch } from './use-domain-search.ts'

/** Buying names for a platform: looking for them, and the cart. */
export function DomainSearch({ draft, platform, change }: PlatformDomainsProps) {
  const { purchasableTlds: tlds } = useConfig()
  const { search, ...found } = useDomainSearch()
  const [selected, required] = [selectedDomains(draft), requiredOf(draft)[platform]]
  const names = selected[platform]

  const { takings, asked, add, remove } = useCart({ draft, platform, change, tlds })
  return (
    <div className="flex flex-col gap-6">
      <div>
        <SearchForm tlds={tlds} isSearching={found.isSearching} onSearch={search} />
        <SearchResults
          {...found}
          selected={selected}
          takings={takings}
          isFull={names.length + asked.length >= required}
          platform={platform}
          onAdd={add}
          onAgain={() => search(found.query)}
        />
      </div>
      <DomainList option="purchase" platform={platform} names={names} required={required} onRemove={remove} />
    </div>
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
  const isEmpty = !name.ok && name.problem.code === 'empty'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSearching || isEmpty) return
    setError(name.ok ? undefined : name.problem.message)
    if (name.ok) onSearch(name.value)
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <Field
        label="Search for a domain"
        error={error}
        hint={`Endings: ${tlds.map((tld) => `.${tld}`).join(', ')}`}
        className="grow"
      >
        <Input
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
    </form>
  )
}
