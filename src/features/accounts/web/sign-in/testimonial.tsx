import type { PublicConfig } from '#features/brand/api/config.ts'

/** What a customer says about the product; `sample` marks words that nobody said. */
export default function Testimonial({ quote, name, role, sample }: PublicConfig['testimonial']) {
  return (
    <figure className="max-w-[30rem] animate-fade-in">
      <blockquote className="text-balance font-medium text-page-title">
        <p>“{quote}”</p>
      </blockquote>
      <figcaption className="mt-6 flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-surface font-medium text-muted text-secondary"
        >
          {initialsOf(name)}
        </span>
        <span>
          <span className="block font-medium">{name}</span>
          <span className="block text-muted text-secondary">{role}</span>
        </span>
        {sample && (
          <span className="ml-auto self-start rounded-mark border border-line bg-surface px-1.5 text-label text-muted">
            Sample
          </span>
        )}
      </figcaption>
    </figure>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()
