import { type ReactNode, useId } from 'react'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import type { AccessKind } from '../rules/setting-fields.ts'

interface AccessCardsProps {
  access: AccessKind
  onChange: (access: AccessKind) => void
  toolName: string
  /** The fields of each way in; typing into those of the other chooses it. */
  fields: Record<AccessKind, ReactNode>
}

/** The one of both that is documented and lasts. */
export const recommendedAccess: AccessKind = 'apiKey'

/** The two ways into a tool, side by side: what a browser is signed in with, and the documented one. */
export function AccessCards({ access, onChange, toolName, fields }: AccessCardsProps) {
  const group = useId()
  const card = (kind: AccessKind, title: string, about: string) => (
    <section
      aria-label={title}
      className={cx(
        'flex min-w-0 flex-col rounded-card border px-4 pt-3.5 pb-2',
        access === kind ? 'border-accent' : 'border-edge',
      )}
    >
      <label className="flex min-h-6 flex-wrap items-center gap-x-2.5 gap-y-1 font-medium pointer-coarse:min-h-11">
        <input
          type="radio"
          name={group}
          checked={access === kind}
          onChange={() => onChange(kind)}
          className="size-4 shrink-0 accent-accent"
        />
        {title}
        {kind === recommendedAccess && <Badge tone="info">Recommended</Badge>}
      </label>
      <p className="mt-1 mb-4 text-muted text-secondary">{about}</p>
      {fields[kind]}
    </section>
  )
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="sr-only">How to reach {toolName}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        {card(
          'browser',
          'From your browser',
          `What it sends while you are signed in to ${toolName}. It expires after a while.`,
        )}
        {card(
          'apiKey',
          'With a key',
          `Documented by ${toolName}, lasts, and can be revoked there at any time.`,
        )}
      </div>
    </fieldset>
  )
}
