import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { tldOf } from '#features/names/rules/domain-name.ts'
import { type DomainOption, type Platform, platformContents } from '#features/plans/rules/catalog.ts'
import { type Prices, registrationCents } from '#features/plans/rules/price-list.ts'
import { Button } from '#ui/button.tsx'
import { usePrices } from '#ui/frame/use-prices.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'

interface DomainListProps {
  platform: Platform
  option: DomainOption
  names: readonly string[]
  required: number
  /** What is known of a name, beneath it. */
  about?: (name: string) => ReactNode
  onRemove: (name: string) => void
  onRemoveAll: () => void
}

/** The names chosen so far for a platform, how many are still needed, and what they cost. */
export function DomainList({
  platform,
  option,
  names,
  required,
  about,
  onRemove,
  onRemoveAll,
}: DomainListProps) {
  const { name: platformName } = platformContents[platform]
  const prices = usePrices()
  const total = names.reduce((sum, name) => sum + registrationCents(prices, tldOf(name)), 0)
  const missing = required - names.length
  return (
    <section aria-label={`${option === 'purchase' ? 'Cart' : 'Your domains'}: ${platformName}`}>
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-medium">{option === 'purchase' ? 'Cart' : 'Your domains'}</h3>
        <p className="text-muted text-secondary tabular-nums">
          {names.length} of {required}
        </p>
      </div>
      <ProgressBar
        label={`${platformName} domains`}
        value={names.length}
        max={required}
        valueText={`${names.length} of ${required}`}
        className="mt-2"
      />
      {names.length > 0 && (
        <Names option={option} names={names} prices={prices} about={about} onRemove={onRemove} />
      )}
      <div className="mt-2 flex justify-between gap-4 text-muted text-secondary">
        <p role="status">
          {missing > 0
            ? `${countOf(missing, `more ${platformName} domain`)} to choose`
            : missing < 0
              ? `Please remove ${countOf(-missing, 'domain')}`
              : 'That is all of them.'}
        </p>
        {option === 'purchase' && names.length > 0 && (
          <p className="tabular-nums">{formatUsd(total)}, once</p>
        )}
      </div>
      {missing < 0 && (
        <Button variant="quiet" size="small" className="-ml-2.5" onClick={onRemoveAll}>
          Remove all<span className="sr-only"> {platformName} domains</span>
        </Button>
      )}
    </section>
  )
}

type NamesProps = Pick<DomainListProps, 'option' | 'names' | 'onRemove'> & {
  about: DomainListProps['about'] | undefined
  prices: Prices
}

const Names = ({ option, names, prices, about, onRemove }: NamesProps) => (
  <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line">
    {names.map((name) => (
      <li key={name} className="flex min-h-10 items-center gap-3 py-0.5 pr-1.5 pl-3">
        <span className="min-w-0 grow">
          <span className="break-all">{name}</span>
          {about?.(name)}
        </span>
        {option === 'purchase' && (
          <span className="text-muted text-secondary tabular-nums">
            {formatUsd(registrationCents(prices, tldOf(name)))}
          </span>
        )}
        <IconButton label={`Remove ${name}`} onClick={() => onRemove(name)}>
          <X />
        </IconButton>
      </li>
    ))}
  </ul>
)
