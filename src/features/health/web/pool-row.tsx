import { Link } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { listed } from '#base/text/listed.ts'
import { planName } from '#features/plans/rules/naming.ts'
import type { ReservePool } from '#features/reserve/api/reserve.ts'
import {
  noteOnSpares,
  type SpareState,
  spareStateLabels,
  spareStates,
} from '#features/reserve/rules/spares.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { cx } from '#ui/cx.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { dayText } from '#ui/time-texts.ts'
import { KeepSpares } from './keep-spares.tsx'

const sparesMost = 6

const tones: Record<SpareState, string> = {
  ready: 'bg-success',
  warming: 'bg-info',
  setting_up: 'bg-neutral',
  unfit: 'bg-warning',
  spent: 'bg-warning',
}

/** The spares of orders that may share them: how many there are of each state, out of how many there should be. */
export function PoolRow({ pool }: { pool: ReservePool }) {
  const { plan, tool, companies, sending, spares, recommended } = pool
  const { planNames } = useConfig()
  const counts = spareStates.map((state) => ({
    state,
    count: spares.filter((spare) => spare.state === state).length,
  }))
  const present = counts.filter(({ count }) => count > 0)
  const coming = spares.filter(({ state }) => state !== 'unfit' && state !== 'spent').length
  const missing = Math.max(0, recommended - coming)
  const spent = spares.filter(({ state }) => state === 'spent').length
  const words = present.map(({ state, count }) => `${count} ${spareStateLabels[state].toLowerCase()}`)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="font-medium wrap-anywhere">
          {planName(plan, planNames)} · {sendingToolNames[tool]} · {listed(companies)}
        </p>
        <div className="mt-2 flex h-2 gap-px overflow-hidden rounded-mark bg-sunken" aria-hidden>
          {present.map(({ state, count }) => (
            <span key={state} className={tones[state]} style={{ flexGrow: count }} />
          ))}
          {missing > 0 && <span style={{ flexGrow: missing }} />}
        </div>
        <p className="mt-1.5 tabular-nums">
          {words.length > 0 ? words.join(', ') : 'No spares'}; {recommended} recommended for{' '}
          {countOf(sending, 'domain')}
        </p>
        <p className={cx('text-muted text-secondary', spares.length > 0 && 'mb-1')}>
          {`${todoOf(pool, missing)} ${noteOnSpares(tool)}`.trim()}
        </p>
        <ul className="text-secondary">
          {spares.slice(0, sparesMost).map(({ id, domain, state, readyAt, why, receivesUntil }) => (
            <li key={id} className="wrap-anywhere">
              <Link translate="no" to={`/health/${id}`} className="text-accent underline">
                {domain}
              </Link>
              <span className="text-muted">
                {': '}
                {why ?? `${spareStateLabels[state].toLowerCase()}${whenText(state, readyAt)}`}
                {receivesUntil && ` Mail to it arrives until ${dayText(receivesUntil)}.`}
              </span>
            </li>
          ))}
        </ul>
        {spares.length > sparesMost && (
          <p className="text-muted text-secondary">and {spares.length - sparesMost} more</p>
        )}
      </div>
      {pool.order && <KeepSpares pool={pool} missing={missing} isFirst={missing > spent} />}
    </li>
  )
}

function whenText(state: SpareState, readyAt: string | null): string {
  if (readyAt === null) return ''
  return state === 'ready' ? `, warm since ${dayText(readyAt)}` : `, ready on ${dayText(readyAt)}`
}

/** What the customer should do about it, as a sentence. */
function todoOf({ tool, order, spares }: ReservePool, missing: number): string {
  if (!order) return 'None of your orders has this plan, tool and people any more: they can take no place.'
  const spent = spares.filter(({ state }) => state === 'spent').length
  if (spent > 0 && missing > 0)
    return `Replace ${countOf(spent, 'domain')} in your reserve first: that costs the registration alone.`
  if (missing > 0) {
    const when = isFileTool(tool) ? '' : ': they are ready after three weeks of warm-up'
    return `Keep ${countOf(missing, 'more spare')}${when}.`
  }
  return spares.every(({ state }) => state === 'ready')
    ? 'That is enough: nothing to do.'
    : 'That is enough, once all of them are ready.'
}
