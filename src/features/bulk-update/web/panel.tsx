import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '#ui/cx.ts'

/** Part of a step that can be folded away; what was entered in it stays. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  return (
    <section aria-label={title} className="rounded-control border border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 py-2 text-left font-medium hover:bg-hover/60"
        >
          {title}
          <ChevronDown className={cx('text-muted transition-transform', isOpen && 'rotate-180')} />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="border-line border-t px-3 py-4">
        {children}
      </div>
    </section>
  )
}
