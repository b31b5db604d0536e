import { type ReactNode, useId } from 'react'

/** A part of the details under its heading. */
export function Section({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-3 flex min-h-control-small items-center justify-between gap-4">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A label with its value, within a `dl`. */
export function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-secondary">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
