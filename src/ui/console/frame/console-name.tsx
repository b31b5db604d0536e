import { Wordmark } from '../../wordmark.tsx'

/** The product's name, and that this is the side of its staff. */
export const ConsoleName = ({ productName }: { productName: string | undefined }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Wordmark name={productName} className="min-w-0" />
    <span className="shrink-0 rounded-mark border border-edge px-1.5 text-label text-muted">Console</span>
  </span>
)
