import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { platformOf } from '#features/names/rules/domain-type.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import type { SelectedDomain } from '../rules/reinstate-selection.ts'
import { orderCards } from '../rules/reinstate-selection.ts'

interface SelectedDomainsCardProps {
  domains: readonly SelectedDomain[]
  /** Absent once the steps are open. */
  onContinue: (() => void) | undefined
}

const contentId = 'selected-domains'

/** What is to come back, by order. */
export function SelectedDomainsCard({ domains, onContinue }: SelectedDomainsCardProps) {
  const [isOpen, setOpen] = useState(true)
  const cards = orderCards(domains)
  return (
    <Card flush>
      <header className="relative flex min-h-14 items-center gap-3 rounded-card px-4 py-3 hover:bg-hover/60 md:px-5">
        <h2 className="min-w-0 text-card-title">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? contentId : undefined}
            onClick={() => setOpen(!isOpen)}
            className="text-left after:absolute after:inset-0 after:rounded-card"
          >
            Selected Domains for Reinstatement
          </button>
        </h2>
        <Badge>{countOf(domains.length, 'domain')}</Badge>
        <ChevronDown
          aria-hidden
          className={cx('ml-auto shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
        />
      </header>
      {isOpen && (
        <div id={contentId} className="border-line border-t px-4 py-4 md:px-5">
          <ul className={cx('grid gap-3', cards.length > 1 && 'sm:grid-cols-2')}>
            {cards.map((order) => (
              <li key={order.groupId} className="min-w-0 rounded-card border border-line px-4 py-3">
                <h3 className="font-medium">{order.label}</h3>
                <ul className={cx('mt-1', cards.length === 1 && 'grid gap-x-3 sm:grid-cols-2')}>
                  {order.domains.map(({ domain, domainType }) => (
                    <li key={domain} className="flex min-h-8 min-w-0 items-center gap-2.5">
                      <PlatformGlyph platform={platformOf[domainType]} className="size-3.5 shrink-0" />
                      <span translate="no" className="min-w-0 truncate" title={domain}>
                        {domain}
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {onContinue && (
            <Button variant="primary" className="mt-4" onClick={onContinue}>
              Continue
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
