import { useQuery } from '@tanstack/react-query'
import { numberText } from '#base/text/number-text.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { CustomerFacts, CustomerSending } from '../../api/console-customer.ts'
import { sendingQuery } from '../customer-queries.ts'

const lookEveryMs = 2_000

interface Way {
  title: string
  done: number
  all: number
}

/** How far it is: of what is to stand still, what does; of what is to run, what does. */
function wayOf(isStopped: boolean, { names, stopped, mailboxes, held }: CustomerSending): Way {
  return isStopped
    ? { title: 'Domains that stand still', done: stopped, all: names }
    : { title: 'Mailboxes that run', done: mailboxes - held, all: mailboxes }
}

/** Follows how a customer's mailboxes are stopped or resumed, until they are. Nothing where nothing is to be said. */
export function SendingCard({ customer: { id, state, domains } }: { customer: CustomerFacts }) {
  const isStopped = state === 'suspended'
  const { data } = useQuery({
    ...sendingQuery(id),
    enabled: domains > 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false
      const { done, all } = wayOf(isStopped, data)
      return done < all && lookEveryMs
    },
  })
  if (!data) return null
  const { title, done, all } = wayOf(isStopped, data)
  if (all === 0 || (!isStopped && done === all)) return null
  const valueText = `${numberText(done)} of ${numberText(all)}`
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={done < all ? 'It continues by itself.' : undefined} />
      <div className="mt-3 flex items-center gap-3">
        <ProgressBar className="grow" label={title} value={done} max={all} valueText={valueText} />
        <span className="tabular-nums">{valueText}</span>
      </div>
      {data.heldUp.map(({ name, reason }) => (
        <p key={name} className="mt-2 text-muted text-secondary wrap-anywhere">
          {name}: {reason}.
        </p>
      ))}
    </Card>
  )
}
